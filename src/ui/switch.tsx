import * as Radix from "@radix-ui/react-switch";
import { type ReactNode, useId } from "react";

/** A labelled switch with a description below the label. */
export function Switch({
  label,
  description,
  checked,
  disabled = false,
  onCheckedChange,
}: {
  label: string;
  description: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-1">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        <div id={`${id}-description`} className="text-sm text-ink-muted">
          {description}
        </div>
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        aria-describedby={`${id}-description`}
        className="relative mt-0.5 h-7 w-12 shrink-0 rounded-full bg-line-strong transition-colors after:absolute disabled:cursor-not-allowed disabled:opacity-50 after:-inset-2 data-[state=checked]:bg-primary-fill forced-colors:border"
      >
        <Radix.Thumb className="block size-5 translate-x-1 rounded-full bg-primary-ink shadow-raised transition-transform data-[state=checked]:translate-x-6 forced-colors:bg-[ButtonText]" />
      </Radix.Root>
    </div>
  );
}
