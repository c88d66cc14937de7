/** Whether the keys are a Mac's. */
export const isMac = () => navigator.userAgent.includes("Mac");

/** The key that is held for a command. */
export const commandKey = () => (isMac() ? "⌘" : "Ctrl");

/** Keys that are pressed together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <kbd className="flex shrink-0 gap-1 font-sans text-xs text-ink-muted">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-sm border border-line bg-surface-sunken px-1.5 py-0.5 text-center font-sans"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  );
}
