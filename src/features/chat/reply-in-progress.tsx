import { AssistantText } from "./message-item.tsx";
import type { Turns } from "./turns.ts";
import { useLiveText } from "./use-turns.ts";

/** A reply as it is written; the only part of the page that changes with each piece of text (DESIGN 7). */
export function ReplyInProgress({
  turns,
  id,
  model,
}: {
  turns: Turns;
  id: string;
  model: string | null;
}) {
  const text = useLiveText(turns, id);
  if (text === "") return <Thinking />;
  return (
    <div aria-busy="true">
      <AssistantText text={text} model={model} />
    </div>
  );
}

/** SPEC 2: shown after the last message while a reply loads. */
function Thinking() {
  return <p className="animate-shimmer leading-7 text-ink-muted">Thinking...</p>;
}
