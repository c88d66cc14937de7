import { Copy, Download, Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import { Menu } from "#ui/menu.tsx";

/** The button 'Chat options' with its menu: 'Rename chat', 'Copy conversation', 'Export chat' and 'Delete chat'. */
export function ChatMenu({
  ref,
  describedBy,
  onRename,
  onCopy,
  onExport,
  onDelete,
}: {
  /** The menu, for a row that opens it by key: `showPopover` does. */
  ref?: RefObject<HTMLDivElement | null>;
  /** The id of the element that names the chat. */
  describedBy: string;
  onRename: () => void;
  onCopy: () => void;
  onExport: () => void;
  onDelete: () => void;
}) {
  return (
    <Menu
      {...(ref && { ref })}
      name="Chat options"
      describedBy={describedBy}
      align="right"
      items={[
        { label: "Rename chat", icon: Pencil, onChoose: onRename },
        { label: "Copy conversation", icon: Copy, onChoose: onCopy },
        { label: "Export chat", icon: Download, onChoose: onExport },
        { label: "Delete chat", icon: Trash2, isDangerous: true, onChoose: onDelete },
      ]}
      className="absolute inset-y-0 right-0.5 my-auto grid size-8 place-items-center rounded-sm text-ink-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 focus-visible:-outline-offset-2 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
    >
      <Ellipsis aria-hidden="true" className="size-4" />
    </Menu>
  );
}
