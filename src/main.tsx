import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { followEmailLink } from "#features/auth/email-link.ts";
import { startSession, storedUser } from "#lib/session.ts";
import { App } from "./app/app.tsx";
import { takeOverShell } from "./app/shell.ts";

followEmailLink(storedUser()?.id);
startSession();
const root = document.getElementById("root");
if (root) takeOverShell(root, () => flushSync(() => createRoot(root).render(<App />)));
