import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { ChatMenuItem, ChatMenuPopup } from "./chat-menu-popup.tsx";

/** 'Chat options': 'Rename chat' (DESIGN 3.13) and 'Delete chat' (SPEC 2), for mouse, touch and keyboard alike. */
export function ChatMenu({
  describedBy,
  onRename,
  onDelete,
}: {
  /** The element that says which chat it is. */
  describedBy: string;
  onRename: () => void;
  onDelete: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  const close = (andFocus: boolean) => {
    setOpen(false);
    if (andFocus) button.current?.focus();
  };
  const choose = (act: () => void) => () => {
    close(true);
    act();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Chat options"
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
        className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 focus-visible:-outline-offset-2 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
      {isOpen && (
        <ChatMenuPopup id={menuId} anchor={button} onClose={close}>
          <ChatMenuItem onChoose={choose(onRename)}>
            <Pencil aria-hidden="true" className="size-4 text-ink-muted" />
            Rename chat
          </ChatMenuItem>
          <ChatMenuItem isDangerous onChoose={choose(onDelete)}>
            <Trash2 aria-hidden="true" className="size-4" />
            Delete chat
          </ChatMenuItem>
        </ChatMenuPopup>
      )}
    </>
  );
}
