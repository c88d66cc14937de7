import { type LucideIcon, RefreshCw } from "lucide-react";
import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import { modelsFrom } from "#features/chat/models/model-rules.ts";
import { MODEL_IDS, MODEL_LABELS, type ModelId } from "#models";
import { buttonClass } from "#ui/button.tsx";
import { Menu, type MenuItem } from "#ui/menu.tsx";

/** The four models as a menu, the chat's first. Those that have answered are marked; the others can be asked together. */
export function modelItems(
  first: ModelId,
  answered: readonly ModelId[],
  onAsk: (model: ModelId) => void,
): MenuItem[] {
  const models = modelsFrom(first);
  const others = models.filter((id) => !answered.includes(id));
  const together = { label: "The other three", onChoose: () => others.forEach(onAsk) };
  const items = models.map((id) => ({
    label: MODEL_LABELS[id],
    mark: answered.includes(id) ? "Has answered" : undefined,
    onChoose: () => onAsk(id),
  }));
  return others.length === 3 ? [...items, together] : items;
}

/** The models that did not write a reply. */
export const checkItems = (written: string | null, onCheck: (model: ModelId) => void) =>
  MODEL_IDS.filter((id) => MODEL_LABELS[id] !== written).map((id) => ({
    label: MODEL_LABELS[id],
    onChoose: () => onCheck(id),
  }));

/** The button 'Ask again', whose menu names the four models, the chat's first. */
export function AskAgain({
  first,
  answered,
  isFull,
  isShort,
  isTabStop,
  onAsk,
}: {
  first: ModelId;
  answered: readonly ModelId[];
  /** Whether the message has as many replies as it can have. */
  isFull: boolean;
  /** Whether it is only an icon on phones. */
  isShort: boolean;
  isTabStop: boolean;
  onAsk: (model: ModelId) => void;
}) {
  if (isFull) {
    return (
      <span className="self-center px-3 text-xs text-ink-muted">
        {ANSWERS_AT_MOST} replies at most
      </span>
    );
  }
  return (
    <ModelMenu
      name="Ask again"
      icon={RefreshCw}
      items={modelItems(first, answered, onAsk)}
      {...{ isShort, isTabStop }}
    />
  );
}

/** A button below a message whose menu names models. */
export function ModelMenu({
  name,
  icon: Icon,
  items,
  isShort,
  isTabStop,
}: {
  name: string;
  icon: LucideIcon;
  items: readonly MenuItem[];
  /** Whether it is only an icon on phones. */
  isShort: boolean;
  isTabStop: boolean;
}) {
  return (
    <Menu
      name={name}
      align="left"
      isAction
      isTabStop={isTabStop}
      items={items}
      className={buttonClass(
        { variant: "ghost", size: "sm" },
        "gap-1.5 px-3 text-xs text-ink-muted",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className={isShort ? "max-sm:hidden" : ""}>{name}</span>
    </Menu>
  );
}
