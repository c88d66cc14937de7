import type { ComponentProps } from "react";
import { Link } from "react-router-dom";

/** A router link within or beside text. */
export function TextLink({ className = "", ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={`rounded-sm text-primary underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`}
    />
  );
}
