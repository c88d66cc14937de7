import { Plus } from "lucide-react";
import { troubleOf } from "#features/chat/models/health-rules.ts";
import { useModelHealth } from "#features/chat/models/use-model-health.ts";
import { MODEL_IDS, MODEL_LABELS } from "#models";
import { useCreateChat } from "./use-create-chat.ts";

/** The list 'Start with model:'. Picking one opens an empty chat with that model. */
export function ModelStarters() {
  const create = useCreateChat();
  const { healths, ask } = useModelHealth();
  return (
    <section onPointerEnter={ask} onFocus={ask}>
      <h2 className="px-3 pb-1 text-xs font-medium text-ink-muted">Start with model:</h2>
      <ul>
        {MODEL_IDS.map((id) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => create(id)}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm text-ink transition-colors hover:bg-hover pointer-coarse:min-h-11"
            >
              <Plus aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
              <span>{MODEL_LABELS[id]}</span>
              <span className="ml-auto text-xs text-ink-muted">{troubleOf(healths[id])}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
