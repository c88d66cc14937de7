import { RequestError } from "#lib/functions-client.ts";
import { currentSession } from "#lib/session.ts";
import type { QueryClient } from "@tanstack/react-query";
import { readTurn, sendTurn, stopTurn } from "./turn-api.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { keepChat, keepMessages, seekChat } from "#features/chat/data/chat-queries.ts";
import { arrived } from "#features/chat/drafts/outbox-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { forgetChoice } from "#features/chat/models/model-choice.ts";
import type { Refused, TurnWorld } from "./turns.ts";

/** A message is stored before any provider is asked; a server that has not said so by now will not be heard again. */
const ACCEPT_WITHIN_MS = 30_000;

/** Quicker than one can read, and a fraction of the work of every frame. */
const PAINT_EVERY_MS = 66;

/** What a person's turns need of the world: the network, the page's caches, the drafts and the clock. */
export function turnWorld(client: QueryClient, userId: string): TurnWorld {
  return {
    async send(turn, hear, signal) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), ACCEPT_WITHIN_MS);
      const onEvent: typeof hear = (event) => {
        clearTimeout(timer);
        hear(event);
      };
      await sendTurn(turn, onEvent, AbortSignal.any([signal, late.signal])).finally(() =>
        clearTimeout(timer),
      );
    },
    explain,
    stop: stopTurn,
    look: readTurn,
    async arrived(chatId, chat, messages) {
      if (!isHere(userId)) return;
      for (const message of messages) {
        draftStore(userId).change((drafts) => arrived(drafts, message.id), "now");
      }
      if (chat === null) seekChat(client, userId, chatId);
      else {
        keepChat(client, userId, chat);
        forgetChoice(chatId, chat.model);
      }
      tellOtherTabs({ userId, chatId });
      await keepMessages(client, userId, chatId, messages);
    },
    now: () => performance.now(),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      }),
    nextPicture(paint) {
      setTimeout(() => {
        // Pages in the background get no frames.
        if (document.hidden) paint();
        else requestAnimationFrame(paint);
      }, PAINT_EVERY_MS);
    },
  };
}

/** What arrives after its person has left is nobody's. */
function isHere(userId: string): boolean {
  const session = currentSession();
  return session.status === "signed-in" && session.user.id === userId;
}

function explain(error: unknown): Refused {
  if (!(error instanceof RequestError) || error.code === "network") return null;
  const { message: reason, code, retryable, status } = error;
  return { reason, code, retryable, status };
}
