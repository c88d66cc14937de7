import { ChevronDown, ChevronUp } from "lucide-react";
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { OwnText } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { Button } from "#ui/button.tsx";

/** The height that a message is folded to, in pixels: that of a bubble, or above answers side by side of two lines. */
const FOLDED_PX = 320;
const SHORT_PX = 68;
const LINE_PX = 44;

/** No shorter message is as high as a folded one, at any width. */
const mayBeLong = (content: string) => content.length > 150 || content.split("\n").length > 8;

/** The person's message. A high one is folded, with a button that unfolds it, unless it was found when it was drawn. */
export function OwnMessage({
  content,
  isFound,
  isShort,
  children,
}: {
  content: string;
  isFound: boolean;
  /** Whether it stands above answers side by side. */
  isShort: boolean;
  /** Its buttons, beside it. */
  children: ReactNode;
}) {
  const [height, setHeight] = useState(0);
  const [isOpen, setOpen] = useState(isFound);
  const text = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || (!isShort && !mayBeLong(content))) return;
    const measure = () => setHeight(element.scrollHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [content, isShort]);

  const isLong = height > (isShort ? SHORT_PX : FOLDED_PX);
  const toggle = ({ currentTarget }: MouseEvent) => {
    setOpen(!isOpen);
    if (isOpen) currentTarget.closest("article")?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <div
        data-second-line={(isShort && height > LINE_PX) || undefined}
        className="flex w-full flex-row-reverse items-end"
      >
        <OwnText
          ref={text}
          content={content}
          className={
            isOpen
              ? "max-h-none"
              : isLong
                ? `${isShort ? "not-print:max-h-[4.25rem] [mask-image:linear-gradient(#000_50%,transparent_92%)]" : "[mask-image:linear-gradient(#000_75%,transparent)]"} print:[mask-image:none]`
                : ""
          }
        >
          <PlainText content={content} />
        </OwnText>
        {isShort && isLong && <Fold {...{ isShort, isOpen, toggle }} />}
        <div className="contents">{children}</div>
      </div>
      {!isShort && isLong && <Fold {...{ isShort, isOpen, toggle }} />}
    </>
  );
}

/** Beside a message of two lines, else below it. */
function Fold({
  isShort,
  isOpen,
  toggle,
}: {
  isShort: boolean;
  isOpen: boolean;
  toggle: (event: MouseEvent) => void;
}) {
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      className={`text-ink-muted print:hidden ${isShort ? "mb-0.5 px-2!" : "mt-1"}`}
      onClick={toggle}
    >
      {isShort && <Chevron aria-hidden="true" className="size-4" />}
      <span className={isShort ? "@max-[40rem]:sr-only" : ""}>
        {isOpen ? "Show less" : "Show more"}
      </span>
    </Button>
  );
}
