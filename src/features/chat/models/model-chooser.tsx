import { ChevronDown } from "lucide-react";
import { isChatId } from "#features/chat/data/chat-pages-rules.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { MODEL_IDS, MODEL_LABELS, type ModelId } from "#models";
import { troubleOf } from "./health-rules.ts";
import { chooseModel, useModel } from "./model-choice.ts";
import { useModelHealth } from "./use-model-health.ts";

/** A choice among the four models. Each says when it has trouble. */
export function ModelSelect({
  value,
  onChoose,
  ...rest
}: {
  value: ModelId;
  onChoose: (model: ModelId) => void;
  "aria-label"?: string;
  id?: string;
}) {
  const { healths, ask } = useModelHealth();
  return (
    <span className="relative inline-flex min-w-0 items-center rounded-full hover:bg-hover">
      <select
        {...rest}
        value={value}
        onPointerDown={ask}
        onKeyDown={ask}
        onFocus={ask}
        onChange={(event) => {
          const id = MODEL_IDS.find((id) => id === event.target.value);
          if (id !== undefined) onChoose(id);
        }}
        className="min-h-9 max-w-full cursor-pointer border-0 text-ellipsis not-supports-[appearance:base-select]:appearance-none rounded-full bg-transparent py-1.5 pr-8 pl-3 max-[23rem]:pr-6 font-medium text-ink [field-sizing:content] pointer-coarse:py-2.5 [&>option]:bg-surface-raised"
      >
        {MODEL_IDS.map((id) => (
          <option key={id} value={id}>
            {[MODEL_LABELS[id], troubleOf(healths[id])].filter(Boolean).join(" · ")}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-2.5 size-4 max-[23rem]:right-1.5 text-ink-muted"
      />
    </span>
  );
}

/**
 * The header's choice among the four models: for the current chat from its next message on, or for the chat that the
 * home screen will start.
 */
export function ModelChooser({ userId, chatId }: { userId: string | null; chatId: string | null }) {
  const place = chatId !== null && isChatId(chatId) ? chatId : HOME;
  return (
    <ModelSelect
      aria-label="Model"
      value={useModel(userId, place)}
      onChoose={(id) => chooseModel(userId, place, id)}
    />
  );
}
