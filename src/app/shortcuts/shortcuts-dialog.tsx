import { useLayoutEffect } from "react";
import { earlyKeys } from "#features/chat/search/use-typed.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Keys } from "#ui/keys.tsx";
import { COMMAND_NAMES, keysOf } from "./shortcut-list-rules.ts";
import { SHORTCUTS } from "./shortcut-rules.ts";

/** What the keys do in the box that is typed in. */
const IN_BOX = [
  { name: "Send the message", keys: ["Enter"] },
  { name: "Begin a new line", keys: ["Shift", "Enter"] },
];

/** The dialog 'Keyboard shortcuts': all of them, with the keys of the person's own system. */
export function ShortcutsDialog({ isMac, onClose }: { isMac: boolean; onClose: () => void }) {
  // Nothing is typed here.
  useLayoutEffect(() => {
    earlyKeys.typed = "";
  }, []);
  const everywhere = SHORTCUTS.map((shortcut) => ({
    name: COMMAND_NAMES[shortcut.command],
    keys: keysOf(shortcut, isMac),
  }));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Keyboard shortcuts"
      description="A question mark opens this list while you are not typing."
    >
      <dl className="text-[0.9375rem]">
        {[...everywhere, ...IN_BOX].map(({ name, keys }) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 border-line py-2 not-last:border-b"
          >
            <dt>{name}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
