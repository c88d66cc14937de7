import { useEffect, useState } from "react";
import { onNoticeWaiting, UNDO_KEY, WAITING_KEY } from "#lib/notices.ts";
import { importOrReload } from "#lib/stale-build.ts";
import { readJson } from "#lib/storage.ts";
import { lazyPage } from "../loading/lazy-page.tsx";

const Toaster = lazyPage(() => import("./toaster.tsx"), "Toaster");

/**
 * Fetches the toaster when there is a first notice to show, or one from before a reload. When it cannot be fetched, the
 * notices wait, and the next notice or the network's return tries again.
 */
export function NoticeHost() {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    let wanted: unknown =
      readJson(UNDO_KEY, "sessionStorage") ?? readJson(WAITING_KEY, "sessionStorage");
    const fetchToaster = () => {
      if (!wanted) return;
      importOrReload(Toaster.load).then(
        () => setHere(true),
        () => undefined,
      );
    };
    const stop = onNoticeWaiting(() => {
      wanted = true;
      fetchToaster();
    });
    fetchToaster();
    addEventListener("online", fetchToaster);
    return () => {
      stop();
      removeEventListener("online", fetchToaster);
    };
  }, []);
  return isHere && <Toaster />;
}
