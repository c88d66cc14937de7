import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { focusBox, isCovered, receivesText } from "#features/chat/composer/focused-box.ts";
import { isStored } from "#features/chat/messages/answers-rules.ts";
import type { Joint } from "#features/chat/messages/joint-rules.ts";
import { followedIn } from "#features/chat/models/answer-choices.ts";
import { chooseModel } from "#features/chat/models/model-choice.ts";
import { listen } from "#lib/listen.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import type { Shown } from "./conversation-rules.ts";

const LINE =
  "flex w-fit animate-appear items-center gap-1 rounded-full bg-surface px-2 text-sm text-ink-muted";

/**
 * What stands above the box about the next message: whose answer it goes on from, or, after a choice, who answers it;
 * null where both are plain.
 * @param model The model that answers next.
 */
export function useNextLine(
  userId: string,
  chatId: string,
  { joint, known, rows, lastQuestionId }: Shown,
  model: ModelId,
  onUse: (questionId: string, answerId: string) => void,
): ReactNode {
  const followed = followedIn(useQueryClient(), userId, chatId)?.follows;
  if (joint !== null) return followed ? <GoesOnFrom {...{ joint, followed, onUse }} /> : null;
  const question = known.find(({ id }) => id === lastQuestionId);
  const reply = known.find(({ id }) => id === rows.at(-1)?.id);
  const chosen = question?.asked_together?.find(({ answerId }) => answerId === reply?.id)?.model;
  if (chosen === undefined || chosen === model) return null;
  const onStay = () => {
    chooseModel(userId, chatId, chosen);
    // The button disappears with the focus on it.
    focusBox();
  };
  return (
    <div className={LINE}>
      <span className="pl-2">{MODEL_LABELS[model]} answers next</span>
      <Button size="sm" onClick={onStay}>
        Stay with {MODEL_LABELS[chosen]}
      </Button>
    </div>
  );
}

/**
 * Above the box while several answers stand side by side: whose the next message goes on from, with the others to choose
 * from. The keys 1 to 4 choose too while nothing is typed.
 */
function GoesOnFrom({
  joint: { questionId, parts },
  followed,
  onUse,
}: {
  joint: Joint;
  followed: string;
  onUse: (questionId: string, answerId: string) => void;
}) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const part = /^[1-9]$/.test(key) ? parts[Number(key) - 1] : undefined;
    if (!part?.answer || !isStored(part.answer) || ctrlKey || metaKey || altKey) return;
    const box = document.querySelector<HTMLTextAreaElement>("[data-chat-box] textarea");
    if (box?.value !== "" || (target !== box && receivesText(target))) return;
    if (isCovered()) return;
    event.preventDefault();
    onUse(questionId, part.answerId);
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  const model = parts.find(({ answerId }) => answerId === followed)?.model;
  if (model === undefined) return null;
  const name = `Goes on from ${MODEL_LABELS[model]}`;
  const items = parts.flatMap(({ answerId, model, answer }) =>
    answer !== null && isStored(answer)
      ? [{ label: MODEL_LABELS[model], onChoose: () => onUse(questionId, answerId) }]
      : [],
  );
  return (
    <div className={LINE}>
      <Menu
        name={name}
        align="left"
        items={items}
        className="pressable flex items-center gap-1 px-2 py-1"
      >
        <span>
          Goes on from <b className="font-semibold text-ink">{MODEL_LABELS[model]}</b>
        </span>
        <ChevronDown aria-hidden="true" className="size-3.5" />
      </Menu>
    </div>
  );
}
