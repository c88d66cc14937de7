import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { isCovered } from "#features/chat/composer/focused-box.ts";
import { chosenPlace } from "#features/chat/composer/key-rules.ts";
import { authorOf } from "#features/chat/data/message-rules.ts";
import { isStored } from "#features/chat/messages/answers-rules.ts";
import { followedIn } from "#features/chat/models/answer-choices.ts";
import { listen } from "#lib/listen.ts";
import { isMac } from "#ui/keys.tsx";
import { Menu } from "#ui/menu.tsx";
import type { Shown } from "./conversation-rules.ts";

/**
 * What stands below the box while several answers stand side by side, or another one is shown than the next message goes on
 * from: whose that is, with the others to choose from. Alt+1 to 4 choose among those side by side too. Null where it is
 * plain.
 */
export function useNextLine(
  userId: string,
  chatId: string,
  { joint, rows, known, lastQuestionId }: Shown,
  onUse: (questionId: string, answerId: string) => void,
): ReactNode {
  const { follows } = followedIn(userId, chatId) ?? {};
  const { questionId = "", parts = [] } = joint ?? {};
  // Also where a search has led to a reply that was not chosen.
  const isOther = rows.at(-1)?.questionId === lastQuestionId && rows.at(-1)?.goesOnFrom;
  const stored = joint
    ? parts.flatMap(({ answer }) => (answer !== null && isStored(answer) ? answer : []))
    : known.filter((it) => isOther && it.reply_to === lastQuestionId);
  const goingOn = stored.find(({ id }) => id === follows);
  const followed = goingOn ? authorOf(goingOn) : null;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const place = chosenPlace(event, isMac());
    const part = place === null ? undefined : parts[place];
    if (part === undefined || isCovered()) return;
    event.preventDefault();
    if (part.answer && isStored(part.answer)) onUse(questionId, part.answerId);
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  if (followed === null) return null;
  const items = stored.map((reply) => ({
    label: authorOf(reply) ?? "Another reply",
    mark: reply === goingOn ? "Goes on from this" : undefined,
    onChoose: () => onUse(lastQuestionId ?? "", reply.id),
  }));
  return (
    <Menu
      name={`Goes on from ${followed}`}
      align="left"
      items={items}
      className="pressable -mx-2 -my-1 flex h-6 animate-appear items-center gap-1 px-2 text-sm whitespace-nowrap low:hidden pointer-coarse:-mt-1.5 pointer-coarse:-mb-2 pointer-coarse:h-11"
    >
      <span>
        Goes on from <b className="font-semibold text-ink">{followed}</b>
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5" />
    </Menu>
  );
}
