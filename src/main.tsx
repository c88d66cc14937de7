import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { receiveArrival } from "#features/auth/arrival.ts";
import { startSession, storedUser } from "#lib/session.ts";
import { App } from "./app/app.tsx";
import { takeOverShell } from "./app/shell.ts";

receiveArrival(storedUser()?.id);
startSession();
const root = document.getElementById("root");
if (root) takeOverShell(root, () => flushSync(() => createRoot(root).render(<App />)));
