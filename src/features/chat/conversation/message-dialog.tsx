import { lazy, Suspense } from "react";
import type { OpenedDialog } from "./message-actions.tsx";

const DetailsDialog = lazy(async () => ({
  default: (await import("#features/chat/details/details-dialog.tsx")).DetailsDialog,
}));

/** The dialog about a message that one of its buttons has opened. */
export function MessageDialog({
  userId,
  chatId,
  opened: { row },
  onClose,
}: {
  userId: string;
  chatId: string;
  opened: OpenedDialog;
  onClose: () => void;
}) {
  const shared = { userId, chatId, onClose };
  return (
    <Suspense>
      {row.answers !== null && (
        <DetailsDialog
          {...shared}
          questionId={row.answers}
          replyId={row.id}
          modelName={row.model}
        />
      )}
    </Suspense>
  );
}
