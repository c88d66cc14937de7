import { CircleAlert, Pencil, RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { otherModel } from "#features/chat/models/health-rules.ts";
import { useModelHealth } from "#features/chat/models/use-model-health.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { Button } from "#ui/button.tsx";
import type { FailedState } from "./conversation-rules.ts";

/** Why a message got no reply, or not all of it, and what the person can do about it. */
export function FailureNote({
  failure,
  model,
  isUnfinished,
  onRetry,
  onEdit,
}: {
  failure: FailedState;
  /** The model that was asked. */
  model: ModelId;
  /** Whether it stands below what was written of a reply, and not below the question. */
  isUnfinished: boolean;
  onRetry: (model?: ModelId) => void;
  onEdit: () => void;
}) {
  const side = isUnfinished ? "justify-items-start" : "justify-items-end";
  return (
    <div className={`mt-2 grid max-w-[85%] gap-2 text-sm print:hidden ${side}`}>
      {isUnfinished && <span className="font-medium text-ink-muted">Unfinished</span>}
      <span className="flex items-start gap-1.5 text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {failure.reason}
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          onClick={(event) => {
            keepFocus(event.currentTarget);
            onRetry();
          }}
        >
          <RotateCcw aria-hidden="true" className="size-3.5" />
          Retry
        </Button>
        {failure.saved && failure.stopped !== true && <AskAnother failed={model} onAsk={onRetry} />}
        {!failure.saved && (
          <Button size="sm" variant="ghost" onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-3.5" />
            Edit
          </Button>
        )}
      </span>
    </div>
  );
}

/** Sends the question to a model that is not failing. How the models do is asked when the reply has failed. */
function AskAnother({ failed, onAsk }: { failed: ModelId; onAsk: (model: ModelId) => void }) {
  const { healths, ask } = useModelHealth();
  const askNow = useEffectEvent(ask);
  useEffect(() => askNow(), []);
  const model = otherModel(failed, healths);
  if (model === null) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={(event) => {
        keepFocus(event.currentTarget);
        onAsk(model);
      }}
    >
      Ask {MODEL_LABELS[model]}
    </Button>
  );
}

/** The button disappears with the focus on it. */
function keepFocus(button: Element) {
  button.closest("article")?.focus({ preventScroll: true });
}
