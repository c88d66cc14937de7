import { useQuery } from "@tanstack/react-query";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import { instant } from "#lib/timestamp.ts";
import { Dialog } from "#ui/dialog.tsx";
import { replyQuery } from "./details-queries.ts";
import { factsToShow } from "./facts-rules.ts";
import { GivenMessages, ReadFailure } from "./given-messages.tsx";

/** The dialog 'What the model saw': how a reply came about, and the messages that its model was given. */
export function DetailsDialog({
  userId,
  chatId,
  questionId,
  replyId,
  modelName,
  onClose,
}: {
  userId: string;
  chatId: string;
  questionId: string;
  replyId: string;
  modelName: string | null;
  onClose: () => void;
}) {
  const { data: record, isError, refetch } = useQuery(replyQuery(userId, questionId, replyId));
  const { data: chat } = useQuery(chatQuery(userId, chatId));
  const name = modelName ?? "the model";
  // A copy keeps the times of the original, so it is older than its chat.
  const isCopy =
    chat?.copied_from_chat != null &&
    record != null &&
    instant(record.questionAt) < instant(chat.created_at);
  return (
    <Dialog
      onClose={onClose}
      size="large"
      title="What the model saw"
      description={`How this reply of ${name} came about, and the messages that it was given, after a short instruction to answer in plain text.`}
    >
      {isError && <ReadFailure onRetry={() => void refetch()} />}
      {record === null && <p>This message is not there any more.</p>}
      {record && (
        <div className="grid gap-5">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
            <Fact name="Model" value={modelName ?? "Not known"} />
            {factsToShow(record.facts).map((fact) => (
              <Fact key={fact.name} {...fact} />
            ))}
          </dl>
          {!record.isWhole && (
            <p className="text-sm text-ink-muted">
              This reply broke off, so its times and tokens are not known.
            </p>
          )}
          {isCopy && (
            <p className="text-sm text-ink-muted">
              This reply was copied here from another chat. Messages that were not copied are not
              shown.
            </p>
          )}
          <GivenMessages
            userId={userId}
            chatId={chatId}
            questionAt={record.questionAt}
            contextFrom={record.facts.context_from ?? null}
            modelName={modelName}
          />
        </div>
      )}
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={name === "Asked" ? "col-span-2" : ""}>
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere text-ink">{value}</dd>
    </div>
  );
}
