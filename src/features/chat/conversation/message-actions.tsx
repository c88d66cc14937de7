import { Info } from "lucide-react";
import type { Row } from "./conversation-rules.ts";
import { CopyButton } from "./copy-button.tsx";
import { MessageAction } from "./message-action.tsx";

/** A dialog about one message, opened by a button below it. */
export type OpenedDialog = { readonly name: "details"; readonly row: Row };

/** The buttons in the gap below a message. Those of the person's own messages are quiet. */
export function MessageActions({
  row,
  isTabStop,
  onOpen,
}: {
  row: Row;
  isTabStop: boolean;
  onOpen: (opened: OpenedDialog) => void;
}) {
  const look = { isQuiet: row.mine, isTabStop };
  return (
    <div className="-mx-3 mt-0.5 -mb-8 flex print:hidden">
      <CopyButton content={row.content} {...look} />
      {!row.mine && (
        <MessageAction
          name="Details"
          icon={Info}
          onPress={() => onOpen({ name: "details", row })}
          {...look}
        />
      )}
    </div>
  );
}
