import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { loadedCopy } from "#features/chat/data/copies.ts";
import { paths } from "#lib/paths.ts";
import { keepUndo } from "#ui/keep-undo.ts";
import { App } from "./app.tsx";
import { LateConversation } from "./chat-screen.tsx";
import { chatAt, type FirstReads } from "./first-reads.ts";
import { LateChatList } from "./layout/sidebar.tsx";
import { takeOverShell } from "./shell.ts";

/** How long what was read has the network and the processor to itself, to be drawn. */
const TO_DRAW_MS = 500;

/** Fetches what draws a chat, which is opened next, when the first reads have been drawn. Never throws. */
export async function afterReads(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, TO_DRAW_MS));
  await LateConversation.load().catch(() => undefined);
}

/** The first drawing waits no longer for scripts and copies, and no longer for the reads of a chat without a copy. */
const AT_MOST_MS = 300;

const atMost = (parts: readonly Promise<unknown>[]) =>
  Promise.race([
    Promise.allSettled(parts),
    new Promise((resolve) => setTimeout(resolve, AT_MOST_MS)),
  ]);

/**
 * Resolves when the scripts that draw a member's address are there, and what was read or the copies of it: one drawing is
 * quicker than two. Never throws.
 */
async function beforeDrawing({ reads, copies, copied }: FirstReads): Promise<void> {
  const chatId = chatAt(location.pathname);
  await atMost([
    LateChatList.load(),
    ...(chatId === undefined ? [] : [LateConversation.load()]),
    Promise.race([reads, copies]),
  ]);
  if (chatId !== undefined && copied.some((key) => loadedCopy(key) === undefined))
    await atMost([reads]);
}

/**
 * Draws the app in place of the shell.
 * @param begun What a member's address shows; undefined for a visitor.
 */
export async function start(begun: FirstReads | undefined): Promise<void> {
  keepUndo();
  if (begun !== undefined) await beforeDrawing(begun);
  const root = document.getElementById("root");
  if (root === null) return;
  const draw = () => createRoot(root).render(<App />);
  // Only the home screen's shell has a box. Elsewhere React shows what it has drawn before it runs its effects.
  if (location.pathname === paths.home) takeOverShell(root, () => flushSync(draw));
  else draw();
}
