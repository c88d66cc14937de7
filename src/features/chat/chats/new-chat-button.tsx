import { SquarePen } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { useCreateChat } from "./use-create-chat.ts";

/** The button 'New Chat', which opens an empty chat; an icon in the header, where the sidebar is not on the screen. */
export function NewChatButton({
  isIcon = false,
  className,
}: {
  isIcon?: boolean;
  className: string;
}) {
  const create = useCreateChat();
  return (
    <Button
      variant={isIcon ? "ghost" : "secondary"}
      size={isIcon ? "icon" : "md"}
      aria-label={isIcon ? "New Chat" : undefined}
      onClick={() => create()}
      className={className}
    >
      <SquarePen aria-hidden="true" className={isIcon ? "size-[1.125rem]" : "size-4"} />
      {!isIcon && <span>New Chat</span>}
    </Button>
  );
}
