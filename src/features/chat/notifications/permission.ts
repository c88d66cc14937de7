import type { Permission } from "./notification-rules.ts";

/** Whether this page may show notifications now. Chrome on Android has them, but only for pages with a service worker. */
export function permissionNow(): Permission {
  const isMissing = !("Notification" in globalThis) || navigator.userAgent.includes("Android");
  return isMissing ? "unsupported" : Notification.permission;
}

/** Calls back when the permission may have changed: in the browser's settings, or in its dialog. */
export function onPermissionMayChange(call: () => void): () => void {
  window.addEventListener("focus", call);
  document.addEventListener("visibilitychange", call);
  return () => {
    window.removeEventListener("focus", call);
    document.removeEventListener("visibilitychange", call);
  };
}
