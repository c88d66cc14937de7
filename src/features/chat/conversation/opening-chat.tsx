import { useState } from "react";
import { MessageBox } from "#features/chat/composer/message-box.tsx";
import { startsChatAt } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { takeFromBox } from "#features/chat/sending/outgoing.ts";
import { senderOf } from "#features/chat/sending/sender.ts";
import {
  COLUMN,
  OwnText,
  PANE,
  QUESTION_TURN,
  Thinking,
} from "#features/chat/text/message-frame.tsx";
import { answersIn } from "#features/chat/turns/answers.ts";

/**
 * A chat whose code is on its way: what was just sent in it, and its box, which keeps every key. It is in the first
 * script; what it shows stands where the conversation will show it.
 */
export function OpeningChat({ userId, chatId }: { userId: string; chatId: string }) {
  // Stays shown when the server has it, and so the outbox has it no more.
  const [sent, setSent] = useState(() => {
    const isSentHere = answersIn(chatId).some(({ turn }) => turn !== null);
    const drafts = draftStore(userId).get();
    const isShown = isSentHere || startsChatAt(drafts, chatId);
    return drafts.outbox.filter((entry) => isShown && entry.chatId === chatId);
  });
  const onSend = (content: string, models?: AskedModels) => {
    // One is on its way already: the next waits for its reply, as it would in the conversation.
    const waitsFor = !navigator.onLine ? "network" : sent.length > 0 ? "reply" : null;
    const entry = takeFromBox(userId, chatId, content, { models, waitsFor });
    setSent([...sent, entry]);
    if (!waitsFor) senderOf(userId).deliver(entry, false);
  };
  return (
    <>
      <h1 className="sr-only">Loading</h1>
      <section aria-label="Conversation" aria-busy="true" className={PANE}>
        {sent.map(({ messageId, content, waitsFor }) => (
          <div key={messageId} className={COLUMN}>
            <article aria-label="You" className={QUESTION_TURN}>
              <OwnText content={content}>
                <span className="leading-6">{content}</span>
              </OwnText>
              {waitsFor === "network" && (
                <p className="mt-1.5 text-sm text-ink-muted">
                  Will be sent when you are online again.
                </p>
              )}
            </article>
            {/* Above it is room for the model's name. */}
            {!waitsFor && (
              <div className="pt-5 leading-7">
                <Thinking />
              </div>
            )}
          </div>
        ))}
      </section>
      <MessageBox userId={userId} place={chatId} onSend={onSend} />
    </>
  );
}
