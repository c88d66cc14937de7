import { type ComponentProps, type ReactNode, useId } from "react";
import { PasswordInput } from "./password-input.tsx";

const BOX =
  "box-edge block w-full rounded-md bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-ink-muted disabled:bg-surface-sunken disabled:text-ink-muted";

type Common = { label: string; hint?: ReactNode; error?: string | undefined };
type InputProps = Common & { multiline?: false } & ComponentProps<"input">;
type TextareaProps = Common & { multiline: true } & ComponentProps<"textarea">;

/**
 * A labelled input, or with `multiline` a textarea. Hint and error are read out with it; an error marks it invalid. A
 * password can be shown.
 */
export function Field(props: InputProps | TextareaProps) {
  const generated = useId();
  const id = props.id ?? generated;
  const { label, hint, error } = props;
  const described = [hint != null && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  const wiring = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error !== undefined || undefined,
    className: `${BOX} ${props.className ?? ""}`,
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Control {...props} {...wiring} />
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

function Control(props: InputProps | TextareaProps) {
  if (props.multiline === true) {
    const { label: _label, hint: _hint, error: _error, multiline: _multiline, ...rest } = props;
    return <textarea rows={5} {...rest} />;
  }
  const { label: _label, hint: _hint, error: _error, multiline: _multiline, ...rest } = props;
  return rest.type === "password" ? <PasswordInput {...rest} /> : <input {...rest} />;
}
