import { Dialog } from "#ui/dialog.tsx";
import { commandKey, isMac, Keys } from "#ui/keys.tsx";
import { COMMAND_NAMES, keysOf } from "./shortcut-list-rules.ts";
import { type Command, SHORTCUTS } from "./shortcut-rules.ts";

/** What the keys do in a conversation, beside the commands that belong there. */
const IN_CONVERSATION = [
  { name: "Send the message", keys: [["Enter"]] },
  { name: "Ask all four models", keys: [[commandKey(), "Enter"]] },
  { name: "Start a new line", keys: [["Shift", "Enter"]] },
  { name: "Quote the selected text", keys: [["Shift", "Enter"]] },
  { name: "Scroll the conversation", keys: [["PgUp"], ["PgDn"]] },
  { name: "Go to the newest message, from an empty box", keys: [["↑"]] },
  { name: "Move between messages", keys: [["↑"], ["↓"]] },
  { name: "Edit, copy or see the details of a message", keys: [["E"], ["C"], ["D"]] },
  { name: "Go to the buttons of a message", keys: [["Tab"]] },
  {
    name: "Use one of several answers",
    keys: [[...(isMac() ? ["⌃", "⌘"] : ["Alt"]), "1 – 4"]],
  },
];
const OF_CONVERSATION = new Set<Command>(["focus-box", "copy-reply", "stop"]);

/** The dialog 'Keyboard shortcuts': all of them, with the keys of the person's own system. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const commands = (inConversation: boolean) =>
    SHORTCUTS.filter(({ command }) => OF_CONVERSATION.has(command) === inConversation).map(
      ({ command, other, ...shortcut }) => ({
        name: COMMAND_NAMES[command],
        keys: [shortcut, ...(other ? [other] : [])].map((keys) => keysOf(keys, isMac())),
      }),
    );
  const groups = {
    Everywhere: commands(false),
    "In a conversation": [...commands(true), ...IN_CONVERSATION],
  };
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title="Keyboard shortcuts"
      description={`Press ? while you are not typing, or ${commandKey()} and / at any time, to open this list.`}
    >
      <div className="gap-x-10 sm:grid sm:grid-cols-[5fr_6fr]">
        {Object.entries(groups).map(([group, shortcuts]) => (
          <section key={group} className="text-[0.9375rem] not-first:mt-5 sm:mt-0!">
            <h3 className="text-sm text-ink-muted">{group}</h3>
            <dl>
              {shortcuts.map(({ name, keys }) => (
                <div
                  key={name}
                  className="flex items-center justify-between gap-4 border-line py-2 not-last:border-b"
                >
                  <dt>{name}</dt>
                  <dd className="flex gap-3">
                    {keys.map((pressed) => (
                      <Keys key={pressed.join()} keys={pressed} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
