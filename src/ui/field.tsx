import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";

const BOX =
  "box-edge block w-full rounded-md bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-ink-muted disabled:bg-surface-sunken disabled:text-ink-muted";

type Props = { label: string; hint?: ReactNode; error?: string | undefined } & (
  | ({ rows?: undefined } & ComponentProps<"input">)
  | ({ rows: number } & ComponentProps<"textarea">)
);

/**
 * A labelled input, or with `rows` a textarea. Hint and error are read out with it; an error marks it invalid. A password
 * can be shown.
 */
export function Field({ label, hint, error, ...rest }: Props) {
  const generated = useId();
  const id = rest.id ?? generated;
  const described = [hint != null && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  const box = {
    ...rest,
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error !== undefined || undefined,
    className: `${BOX} ${rest.className ?? ""}`,
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {box.rows !== undefined ? (
        <textarea {...box} />
      ) : box.type === "password" ? (
        <PasswordInput {...box} />
      ) : (
        <input {...box} />
      )}
      {hint != null && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A password box with a button that shows what was typed. `id` is the box's. */
function PasswordInput({ id, className = "", ...rest }: ComponentProps<"input">) {
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
