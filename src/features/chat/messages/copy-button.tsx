import { Check, Copy } from "lucide-react";
import { useCopy } from "#features/chat/text/use-copy.ts";
import { MessageAction } from "./message-action.tsx";

/** Copies a message to the clipboard, exactly as it is stored. */
export function CopyButton({
  content,
  ...look
}: {
  content: string;
  isQuiet: boolean;
  isTabStop: boolean;
}) {
  const { said, copy } = useCopy(content);
  const icon = said === "Copied" ? Check : Copy;
  return <MessageAction name="Copy" icon={icon} said={said} onPress={copy} {...look} />;
}
