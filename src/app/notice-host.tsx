import { type ComponentType, useEffect, useState } from "react";
import { onNoticeWaiting } from "#lib/notices.ts";
import { importOrReload } from "./stale-build.ts";

export const loadToaster = () => import("./toaster.tsx");

/**
 * Fetches what shows notices when the first one waits. Where it does not come, as without a network, the notices wait
 * and it is fetched with the next one or when the network is back.
 */
export function NoticeHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    let wanted = false;
    const fetchToaster = () => {
      if (!wanted) return;
      importOrReload(loadToaster).then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    };
    const stop = onNoticeWaiting(() => {
      wanted = true;
      fetchToaster();
    });
    window.addEventListener("online", fetchToaster);
    return () => {
      stop();
      window.removeEventListener("online", fetchToaster);
    };
  }, []);
  return Toaster && <Toaster />;
}
