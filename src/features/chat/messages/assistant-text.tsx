import type { ReactNode } from "react";
import { TEXT } from "#features/chat/text/message-frame.tsx";

/** What the assistant wrote, below the name of its model. The name does not move while the text grows. */
export function AssistantText({
  model,
  isGrowing,
  className,
  children,
}: {
  model: string | null;
  /** A browser that translates would have its own words stand there while others come. */
  isGrowing: boolean;
  className: string;
  children: ReactNode;
}) {
  return (
    <>
      <p className="mb-1 min-h-4 text-xs text-ink-muted">{model !== null && `Model: ${model}`}</p>
      <div
        dir="auto"
        data-content=""
        translate={isGrowing ? "no" : undefined}
        className={`${TEXT} ${className}`}
      >
        {children}
      </div>
    </>
  );
}

/** What there is to say about an answer, below it. */
export function Note({ children }: { children: string }) {
  return <p className="mt-2 animate-appear text-sm text-ink-muted">{children}</p>;
}
