/** The line where the model's memory of the conversation begins. */
export function MemoryLine({ modelName }: { modelName: string | null }) {
  const text = `${modelName ?? "The model"} remembers from here`;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr cannot have a text
      role="separator"
      aria-label={text}
      className="flex items-center gap-3 pt-5 text-xs text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      {text}
    </div>
  );
}
