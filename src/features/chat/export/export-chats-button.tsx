import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { historySizeKey } from "#features/chat/data/chat-queries.ts";
import { counted } from "#lib/counted.ts";
import { useUserId } from "#lib/session.ts";
import { importOrReload } from "#lib/stale-build.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { readHistorySize } from "./history-size-api.ts";

const ExportDialog = lazy(async () => ({
  default: (await importOrReload(() => import("./export-dialog.tsx"))).ExportDialog,
}));

/** How many chats and messages the person has who is signed in, and the button 'Export chats'. `children`: beside it. */
export function ExportChatsButton({ children }: { children?: ReactNode }) {
  const userId = useUserId();
  const [isOpen, setOpen] = useState(false);
  const size = useQuery({
    queryKey: historySizeKey(userId),
    queryFn: ({ signal }) => readHistorySize(userId ?? "", null, signal),
    enabled: userId !== null,
  });
  if (userId === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {/* As wide before the numbers come as after, so that the button stays where it is. */}
      <div className="min-w-0 flex-[1_1_14rem]">
        {size.isPending ? (
          <Skeleton className="my-1 h-4 w-4/5" />
        ) : (
          <p>
            {size.data === undefined
              ? "Your chats and messages"
              : `You have ${counted(size.data.chats, "chat")} with ${counted(size.data.messages, "message")}.`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2.5">
        <span className="contents">{children}</span>
        <Button onClick={() => setOpen(true)}>Export chats</Button>
      </div>
      {isOpen && (
        <Suspense>
          <ExportDialog userId={userId} chat={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
