import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { OwnText } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { Button } from "#ui/button.tsx";

/** The height that a message is folded to, in pixels: that of a bubble. */
const FOLDED_PX = 320;

/** No shorter message is as high as a folded one, at any width. */
const mayBeLong = (content: string) => content.length > 150 || content.split("\n").length > 8;

/** The person's message. A high one is folded, with a button that unfolds it, unless it was found when it was drawn. */
export function OwnMessage({
  content,
  isFound,
  children,
}: {
  content: string;
  isFound: boolean;
  /** Its buttons, beside it. */
  children: ReactNode;
}) {
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(isFound);
  const text = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || !mayBeLong(content)) return;
    const measure = () => setLong(element.scrollHeight > FOLDED_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);

  return (
    <>
      <div className="flex w-full flex-row-reverse items-end">
        <OwnText
          ref={text}
          content={content}
          className={
            isOpen
              ? "max-h-none"
              : isLong
                ? "[mask-image:linear-gradient(#000_75%,transparent)] print:[mask-image:none]"
                : ""
          }
        >
          <PlainText content={content} />
        </OwnText>
        <div className="contents">{children}</div>
      </div>
      {isLong && (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          className="mt-1 text-ink-muted print:hidden"
          onClick={(event) => {
            setOpen(!isOpen);
            if (isOpen)
              event.currentTarget.closest("article")?.scrollIntoView({ block: "nearest" });
          }}
        >
          {isOpen ? "Show less" : "Show more"}
        </Button>
      )}
    </>
  );
}
