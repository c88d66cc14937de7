import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { focusBox, isCovered } from "#features/chat/composer/focused-box.ts";
import { chosenPlace } from "#features/chat/composer/key-rules.ts";
import { isStored } from "#features/chat/messages/answers-rules.ts";
import { followedIn } from "#features/chat/models/answer-choices.ts";
import { chooseModel } from "#features/chat/models/model-choice.ts";
import { listen } from "#lib/listen.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { Button } from "#ui/button.tsx";
import { isMac } from "#ui/keys.tsx";
import { Menu } from "#ui/menu.tsx";
import type { Shown } from "./conversation-rules.ts";

const LINE =
  "flex w-fit animate-appear items-center gap-1 rounded-full bg-surface px-2 text-sm text-ink-muted";

/**
 * What stands above the box about the next message: while several answers stand side by side, whose it goes on from, with
 * the others to choose from, which Alt+1 to 4 do too; after a choice, who answers it. Null where both are plain.
 * @param model The model that answers next.
 */
export function useNextLine(
  userId: string,
  chatId: string,
  { joint, known, rows, lastQuestionId }: Shown,
  model: ModelId,
  onUse: (questionId: string, answerId: string) => void,
): ReactNode {
  const { follows } = followedIn(userId, chatId) ?? {};
  const { questionId = "", parts = [] } = joint ?? {};
  const followed = parts.find(({ answerId }) => answerId === follows)?.model;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const place = chosenPlace(event, isMac());
    const part = place === null ? undefined : parts[place];
    if (part === undefined || isCovered()) return;
    event.preventDefault();
    if (part.answer && isStored(part.answer)) onUse(questionId, part.answerId);
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  if (followed !== undefined) {
    const items = parts.flatMap(({ answerId, model, answer }) =>
      answer !== null && isStored(answer)
        ? [{ label: MODEL_LABELS[model], onChoose: () => onUse(questionId, answerId) }]
        : [],
    );
    return (
      <div className={LINE}>
        <Menu
          name={`Goes on from ${MODEL_LABELS[followed]}`}
          align="left"
          items={items}
          className="pressable flex items-center gap-1 px-2 py-1"
        >
          <span>
            Goes on from <b className="font-semibold text-ink">{MODEL_LABELS[followed]}</b>
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </Menu>
      </div>
    );
  }
  const question = known.find(({ id }) => id === lastQuestionId);
  const reply = known.find(({ id }) => id === rows.at(-1)?.id);
  const chosen = question?.asked_together?.find(({ answerId }) => answerId === reply?.id)?.model;
  if (joint !== null || chosen === undefined || chosen === model) return null;
  const onStay = () => {
    chooseModel(userId, chatId, chosen);
    // The button disappears with the focus on it.
    focusBox();
  };
  return (
    <div className={LINE}>
      <span className="pl-2">{`${MODEL_LABELS[model]} answers next`}</span>
      <Button size="sm" onClick={onStay}>
        {`Stay with ${MODEL_LABELS[chosen]}`}
      </Button>
    </div>
  );
}
