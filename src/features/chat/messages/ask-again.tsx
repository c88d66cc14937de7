import type { LucideIcon } from "lucide-react";
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

/** A button below a message whose menu names models. */
export function ModelMenu({
  label,
  icon: Icon,
  items,
  isShort,
  isTabStop,
}: {
  label: string;
  icon: LucideIcon;
  items: readonly MenuItem[];
  /** Whether it is only an icon on phones. */
  isShort: boolean;
  isTabStop: boolean;
}) {
  return (
    <Menu
      name={label}
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
      <span className={isShort ? "max-sm:hidden" : ""}>{label}</span>
    </Menu>
  );
}
