import type { ReactNode } from "react";

/** An option of the list below the field of the search. The field keeps the focus and handles the keys. */
export function SearchOption({
  id,
  isChosen,
  onChoose,
  children,
}: {
  id: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select holds no marked text
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className="relative cursor-pointer rounded-md px-3 py-2.5 hover:bg-hover aria-selected:bg-hover"
    >
      {children}
    </div>
  );
}
