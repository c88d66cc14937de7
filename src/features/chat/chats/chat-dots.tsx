/**
 * What a row says beside its title: that a reply is being written, and that there is one that was not seen yet. The first
 * beats only for chats that are not open: in the open one the text grows, and each of its frames would move the dot too.
 */
export function ChatDots({
  id,
  isCurrent,
  isAnswering,
  isUnseen,
}: {
  id: string;
  isCurrent: boolean;
  isAnswering: boolean;
  isUnseen: boolean;
}) {
  const dot = "size-2 rounded-full forced-colors:border forced-colors:border-[ButtonText]";
  return (
    // Under the menu button, which takes its place when the row is pointed at.
    <span
      id={id}
      className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-1 group-focus-within:opacity-0 group-hover:opacity-0 pointer-coarse:right-12 pointer-coarse:opacity-100"
    >
      {isAnswering && (
        <span className={`${isCurrent ? "" : "animate-shimmer"} border-2 border-ink-muted ${dot}`}>
          <span className="sr-only">Replying</span>
        </span>
      )}
      {isUnseen && (
        <span className={`bg-primary ${dot}`}>
          <span className="sr-only">New reply</span>
        </span>
      )}
    </span>
  );
}
