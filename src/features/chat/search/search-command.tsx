import { Keys } from "#ui/keys.tsx";
import { SearchOption } from "./search-option.tsx";
import type { SearchCommand } from "./search-rules.ts";

/** A command among the results, with its keys. */
export function SearchCommandOption({
  command,
  ...option
}: {
  id: string;
  command: SearchCommand;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <SearchOption {...option}>
      <span className="flex items-center justify-between gap-3">
        {command.name}
        <Keys keys={command.keys} />
      </span>
    </SearchOption>
  );
}
