import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { isCovered } from "#features/chat/composer/focused-box.ts";
import { chosenPlace } from "#features/chat/composer/key-rules.ts";
import { isStored } from "#features/chat/messages/answers-rules.ts";
import type { Joint } from "#features/chat/messages/joint-rules.ts";
import { followedIn } from "#features/chat/models/answer-choices.ts";
import { listen } from "#lib/listen.ts";
import { MODEL_LABELS } from "#models";
import { isMac } from "#ui/keys.tsx";
import { Menu } from "#ui/menu.tsx";

/**
 * What stands below the box while several answers stand side by side: whose the next message goes on from, with the others
 * to choose from, which Alt+1 to 4 do too. Null where that is plain.
 */
export function useNextLine(
  userId: string,
  chatId: string,
  joint: Joint | null,
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

  if (followed === undefined) return null;
  const items = parts.flatMap(({ answerId, model, answer }) =>
    answer !== null && isStored(answer)
      ? [{ label: MODEL_LABELS[model], onChoose: () => onUse(questionId, answerId) }]
      : [],
  );
  return (
    <Menu
      name={`Goes on from ${MODEL_LABELS[followed]}`}
      align="left"
      items={items}
      className="pressable -mx-2 -my-1 flex h-6 animate-appear items-center gap-1 px-2 text-sm whitespace-nowrap low:hidden pointer-coarse:-mt-1.5 pointer-coarse:-mb-2 pointer-coarse:h-11"
    >
      <span>
        Goes on from <b className="font-semibold text-ink">{MODEL_LABELS[followed]}</b>
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5" />
    </Menu>
  );
}
