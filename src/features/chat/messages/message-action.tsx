import type { LucideIcon } from "lucide-react";
import { buttonClass } from "#ui/button.tsx";

/**
 * One of the buttons below a message: only an icon, so that the text of the conversation is not interrupted. Words may
 * come after a press.
 */
export function MessageAction({
  label,
  icon: Icon,
  said,
  isPressed,
  isQuiet,
  isTabStop,
  onChoose,
}: {
  label: string;
  icon: LucideIcon;
  /** What came of the last press, for a moment; stands in the place of its name. */
  said?: string | undefined;
  /** For what stays on until it is pressed again. */
  isPressed?: boolean;
  /** Shown only while its message is pointed at or has the focus. */
  isQuiet: boolean;
  /** Whether Tab reaches it before the focus has been in its message. */
  isTabStop: boolean;
  onChoose: () => void;
}) {
  // A quiet one has no room for words. They stand in its tooltip.
  const words = isQuiet ? undefined : said;
  const look = isQuiet ? "px-2! opacity-0 group-hover:opacity-100" : "";
  return (
    <button
      type="button"
      data-action={label}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isPressed}
      aria-label={said ?? label}
      title={words === undefined ? (said ?? label) : undefined}
      onClick={onChoose}
      className={buttonClass(
        { variant: "ghost", size: "sm" },
        `gap-1.5 px-3 text-xs text-ink-muted aria-pressed:bg-hover group-focus-within:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 ${look}`,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {words}
    </button>
  );
}
