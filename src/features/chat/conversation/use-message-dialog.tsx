import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { importOrReload } from "#lib/stale-build.ts";
import { EarlyDialog, EarlyEdit } from "./early-dialog.tsx";
import type { EditDialog } from "./edit-dialog.tsx";

const LazyDetails = lazy(async () => ({
  default: (await importOrReload(() => import("#features/chat/details/details-dialog.tsx")))
    .DetailsDialog,
}));
const LazyEdit = lazy(async () => ({
  default: (await importOrReload(() => import("./edit-dialog.tsx"))).EditDialog,
}));

/**
 * The dialog about a message that one of its buttons opens. Who comes back because an edited message was refused finds it
 * open again, as soon as the message is loaded.
 * @param isWhole Whether the rows are all messages of the chat so far.
 */
export function useMessageDialog(
  rows: readonly Row[],
  isWhole: boolean,
  chat: Omit<ComponentProps<typeof EditDialog>, "row" | "rows" | "isWhole" | "onClose">,
) {
  const navigate = useNavigate();
  const { hash, state } = useLocation();
  const [pressed, setPressed] = useState<Row | null>(null);
  const edited = (state as { edited?: string } | null)?.edited;
  const returned = edited === undefined ? undefined : rows.find(({ id }) => id === edited);
  const row = pressed ?? returned;
  const onClose = () => {
    setPressed(null);
    if (edited !== undefined) void navigate({ hash }, { replace: true, state: null });
  };
  const dialog = row !== undefined && (
    <Suspense
      fallback={
        row.mine ? <EarlyEdit {...chat} {...{ row, onClose }} /> : <EarlyDialog onClose={onClose} />
      }
    >
      {row.mine ? (
        <LazyEdit {...chat} {...{ row, rows, isWhole, onClose }} />
      ) : (
        row.questionId !== null && (
          <LazyDetails
            {...chat}
            questionId={row.questionId}
            replyId={row.id}
            modelName={row.model}
            goesOnFrom={row.goesOnFrom ?? null}
            onClose={onClose}
          />
        )
      )}
    </Suspense>
  );
  return { dialog, onOpen: setPressed };
}
