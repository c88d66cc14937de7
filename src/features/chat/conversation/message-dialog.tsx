import { type ComponentProps, lazy, Suspense } from "react";
import type { OpenedDialog } from "#features/chat/messages/message-actions.tsx";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { carriedMessages } from "./carried-rules.ts";
import type { EditDialog } from "./edit-dialog.tsx";

const LazyDetails = lazy(async () => ({
  default: (await import("#features/chat/details/details-dialog.tsx")).DetailsDialog,
}));
const LazyEdit = lazy(async () => ({ default: (await import("./edit-dialog.tsx")).EditDialog }));

/** The dialog about a message that one of its buttons has opened. */
export function MessageDialog({
  opened: { name, row },
  rows,
  isWhole,
  ...rest
}: {
  opened: OpenedDialog;
  rows: readonly Row[];
  /** Whether these are all messages of the chat so far. */
  isWhole: boolean;
} & Omit<ComponentProps<typeof EditDialog>, "messageId" | "content" | "carried">) {
  const { userId, chatId, onClose } = rest;
  return (
    <Suspense>
      {name === "edit" ? (
        <LazyEdit
          {...rest}
          messageId={row.id}
          content={row.content}
          carried={carriedMessages(rows, row.id, isWhole)}
        />
      ) : (
        row.questionId !== null && (
          <LazyDetails
            {...{ userId, chatId, onClose }}
            questionId={row.questionId}
            replyId={row.id}
            modelName={row.model}
          />
        )
      )}
    </Suspense>
  );
}
