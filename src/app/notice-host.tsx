import { Suspense, useEffect, useState } from "react";
import { onNoticeWaiting } from "#lib/notices.ts";
import { lazyPage } from "./lazy-page.ts";

export const loadToaster = () => import("./toaster.tsx");
const Toaster = lazyPage(loadToaster, (module) => module.Toaster);

/** Fetches what shows notices when the first one waits. */
export function NoticeHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onNoticeWaiting(() => setWanted(true)), []);
  return <Suspense>{wanted && <Toaster />}</Suspense>;
}
