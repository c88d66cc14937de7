import { SquarePen } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { type Creator, useCreateChat } from "./use-create-chat.ts";

/** 'New Chat' in the header, where the sidebar is not on the screen. */
export function NewChatIcon({ className, ...creator }: Creator & { className?: string }) {
  const create = useCreateChat(creator);
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="New Chat"
      onClick={() => create()}
      className={className}
    >
      <SquarePen aria-hidden="true" className="size-[1.125rem]" />
    </Button>
  );
}
