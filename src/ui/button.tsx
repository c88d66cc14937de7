import type { ComponentProps, KeyboardEvent } from "react";
import { Link } from "react-router-dom";
import { Spinner } from "./spinner.tsx";

const BASE = "pressable inline-flex shrink-0 gap-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11";
const SIZES = {
  sm: "min-h-8 px-3.5 py-1 text-sm",
  md: "min-h-10 px-5 py-2 text-[0.9375rem]",
  icon: "size-9 pointer-coarse:size-11",
};
const VARIANTS = {
  primary:
    "bg-primary-fill text-primary-ink hover:bg-primary-fill-hover disabled:bg-line disabled:text-ink-muted",
  secondary:
    "border border-line-button bg-surface-raised text-ink hover:bg-surface-hover disabled:border-line disabled:bg-surface-raised disabled:text-ink-muted",
  ghost: "text-ink hover:bg-hover disabled:bg-transparent disabled:text-ink-muted",
  danger:
    "bg-danger-fill text-primary-ink hover:bg-danger-fill-hover disabled:bg-line disabled:text-ink-muted",
};

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES };

/** The classes of a button, for an element that must look like one. */
export const buttonClass = ({ variant = "secondary", size = "md" }: Look, more = ""): string =>
  `${BASE} ${SIZES[size]} ${VARIANTS[variant]} ${more}`;

/** `busy` disables it and shows a spinner before its text. One that is only an icon shows its name when pointed at. */
export function Button({
  variant = "secondary",
  size = "md",
  busy = false,
  type = "button",
  disabled,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
  return (
    <button
      {...(size === "icon" && { title: rest["aria-label"] })}
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {busy && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  );
}

/** 'Try again', with a spinner while that is done. It keeps the focus. */
export const TryAgain = ({
  isTrying,
  ...rest
}: ComponentProps<"button"> & Look & { isTrying: boolean }) => (
  <Button {...rest} aria-busy={isTrying || undefined}>
    {isTrying && <Spinner />}
    <span>Try again</span>
  </Button>
);

/** A link that is announced as a button must react to the space bar too. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}

const announcedAs = (role: "button" | "link") =>
  role === "button" ? { role, onKeyDown: pressOnSpace } : {};

/** `announce`: what a link is to a screen reader. */
type LinkLook = Look & { announce?: "button" | "link" };

/** A router link that looks like a button. */
export function ButtonLink({
  variant = "secondary",
  size = "md",
  announce = "button",
  className,
  ...rest
}: ComponentProps<typeof Link> & LinkLook) {
  return (
    <Link
      {...rest}
      {...announcedAs(announce)}
      className={buttonClass({ variant, size }, className)}
    />
  );
}

/** A link out of the product. It opens a new tab without access to this one, and looks like text without a variant. */
export function ExternalLink({
  variant,
  size = "md",
  announce = "link",
  className = "",
  ...rest
}: Pick<ComponentProps<"a">, "href" | "className" | "children"> & LinkLook) {
  const text = `text-primary underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`;
  return (
    <a
      {...rest}
      target="_blank"
      rel="noopener noreferrer"
      title="Opens in a new tab"
      {...announcedAs(announce)}
      className={variant ? buttonClass({ variant, size }, className) : text}
    />
  );
}
