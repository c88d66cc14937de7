import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { useCreateChat } from "#features/chat/chats/use-create-chat.ts";
import { focusBox, receivesText } from "#features/chat/composer/focused-box.ts";
import { isMac } from "#ui/keys.tsx";
import { openedDialog } from "./opened-dialog.ts";
import { type Command, commandOf } from "./shortcut-rules.ts";

/** Returns a function that carries out the command of a shortcut, and where it is given. */
export function useCommands(userId: string | null, chatId: string | null) {
  const create = useCreateChat();
  const scope = { client: useQueryClient(), userId, chatId, navigate: useNavigate() };

  const run = (command: Command) => {
    if (command === "new-chat") return create();
    if (command === "focus-box") return void focusBox(true);
    if (command === "search" || command === "shortcuts") return openedDialog.set(command);
    // Without that code the keys do nothing.
    import("./run-command.ts").then(
      ({ runCommand }) => runCommand(command, scope),
      () => undefined,
    );
  };
  return { scope, run };
}

/** The command of a key that was pressed; null when it has none, or when something else listens to it. */
export function pressedCommand(event: KeyboardEvent, userId: string | null): Command | null {
  const command = commandOf(event, isMac(), receivesText(event.target));
  // The button 'Stop' listens itself.
  if (command === "stop" || event.defaultPrevented) return null;
  // Visitors have nothing to search: the keys stay the browser's.
  return command === "search" && userId === null ? null : command;
}

/** Whether a command goes to the chat beside. Its key may be held down. */
export const isStep = (command: Command) => command === "next-chat" || command === "previous-chat";
