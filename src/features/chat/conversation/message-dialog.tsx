import { type ComponentProps, lazy, Suspense } from "react";
import type { OpenedDialog } from "#features/chat/messages/message-actions.tsx";
import type { EditDialog } from "./edit-dialog.tsx";

const LazyDetails = lazy(async () => ({
  default: (await import("#features/chat/details/details-dialog.tsx")).DetailsDialog,
}));
const LazyEdit = lazy(async () => ({ default: (await import("./edit-dialog.tsx")).EditDialog }));

/** The dialog about a message that one of its buttons has opened. */
export function MessageDialog({
  opened: { name, row },
  ...rest
}: { opened: OpenedDialog } & Omit<ComponentProps<typeof EditDialog>, "messageId" | "content">) {
  const { userId, chatId, onClose } = rest;
  return (
    <Suspense>
      {name === "edit" ? (
        <LazyEdit {...rest} messageId={row.id} content={row.content} />
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
