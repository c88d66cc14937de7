import { lazy, Suspense, useState } from "react";
import { useUserId } from "#lib/session.ts";
import { importOrReload } from "#lib/stale-build.ts";
import { Button } from "#ui/button.tsx";

const ImportDialog = lazy(async () => ({
  default: (await importOrReload(() => import("./import-dialog.tsx"))).ImportDialog,
}));

/** The button 'Import chats', for whoever is signed in. */
export function ImportChatsButton() {
  const userId = useUserId();
  const [isOpen, setOpen] = useState(false);
  if (userId === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Import chats</Button>
      {isOpen && (
        <Suspense>
          <ImportDialog userId={userId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
