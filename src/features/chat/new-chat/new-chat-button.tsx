import { SquarePen } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { type Creator, useCreateChat } from "./use-create-chat.ts";

/** The button 'New Chat', which creates an empty chat. */
export function NewChatButton({ className, ...creator }: Creator & { className?: string }) {
  const { create, creating } = useCreateChat(creator);
  return (
    <Button
      variant="primary"
      busy={creating !== null}
      onClick={() => void create()}
      className={className}
    >
      {creating === null && <SquarePen aria-hidden="true" className="size-4" />}
      New Chat
    </Button>
  );
}
