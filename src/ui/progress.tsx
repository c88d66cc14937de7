const BAR =
  "block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-moz-progress-bar]:rounded-full";

/** A progress bar. `value` goes from 0 to `max`; `label` names it for screen readers. */
export function Progress({
  value,
  max = 100,
  label,
  tone = "primary",
}: {
  value: number;
  max?: number;
  label: string;
  tone?: "primary" | "danger";
}) {
  const fill =
    tone === "danger"
      ? "[&::-webkit-progress-value]:bg-danger [&::-moz-progress-bar]:bg-danger"
      : "[&::-webkit-progress-value]:bg-primary-fill [&::-moz-progress-bar]:bg-primary-fill";
  return <progress aria-label={label} value={value} max={max} className={`${BAR} ${fill}`} />;
}
