import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

/** A password box with a button that shows what was typed. `id` is the box's. */
export function PasswordInput({ id, className = "", ...rest }: ComponentProps<"input">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <input
        {...rest}
        id={id}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${className} pr-11 pointer-coarse:pr-12`}
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-controls={id}
        title={isShown ? "Hide password" : "Show password"}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-1 my-auto grid size-9 place-items-center rounded-sm text-ink-muted transition-colors hover:text-ink pointer-coarse:size-11"
      >
        <Icon aria-hidden="true" className="size-[1.125rem]" />
        <span className="sr-only">{isShown ? "Hide password" : "Show password"}</span>
      </button>
    </span>
  );
}
