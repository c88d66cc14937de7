import type { ComponentProps } from "react";
import { Field } from "#ui/field.tsx";

/** The field for the address of an account, which password managers fill in. */
export function EmailField(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <Field label="Email" type="email" name="email" autoComplete="username" required {...props} />
  );
}
