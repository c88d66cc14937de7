import { type ReactNode, useId } from "react";

/** A box around related content. With a title it is a region of that name; `tone="danger"` marks what cannot be undone. */
export function Card({
  title,
  description,
  tone = "neutral",
  children,
}: {
  title?: string;
  description?: ReactNode;
  tone?: "neutral" | "danger";
  children?: ReactNode;
}) {
  const id = useId();
  const frame = tone === "danger" ? "border-danger" : "border-line";
  return (
    <section
      {...(title !== undefined && { "aria-labelledby": id })}
      className={`rounded-lg border bg-surface-raised p-5 sm:p-6 ${frame}`}
    >
      {title !== undefined && (
        <h2 id={id} className={`font-semibold ${tone === "danger" ? "text-danger" : ""}`}>
          {title}
        </h2>
      )}
      {description != null && <p className="mt-1 text-sm text-ink-muted">{description}</p>}
      {children != null && (
        <div className={title === undefined && description == null ? "" : "mt-4"}>{children}</div>
      )}
    </section>
  );
}
