import { SquarePen } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { type Creator, useCreateChat } from "./use-create-chat.ts";

/** The button 'New Chat', which opens an empty chat. */
export function NewChatButton({ className, ...creator }: Creator & { className?: string }) {
  const create = useCreateChat(creator);
  return (
    <Button onClick={() => create()} className={className}>
      <SquarePen aria-hidden="true" className="size-4" />
      New Chat
    </Button>
  );
}

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
