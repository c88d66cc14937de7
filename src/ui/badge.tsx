const TONES = {
  neutral: "bg-hover text-ink-muted",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

export type BadgeText = { readonly label: string; readonly tone: keyof typeof TONES };

/** A short word for a state. The tone only repeats what the word says. */
export function Badge({ label, tone }: BadgeText) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium whitespace-nowrap inset-ring inset-ring-current/35 dark:inset-ring-current/55 forced-colors:border ${TONES[tone]}`}
    >
      {label}
    </span>
  );
}
