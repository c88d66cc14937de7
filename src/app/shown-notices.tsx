import { toast } from "sonner";
import { upgradeLink } from "#lib/env.ts";
import type { Notice } from "#lib/notify.ts";
import { currentSession } from "#lib/session.ts";
import { ExternalLink } from "#ui/button.tsx";

const SHOWN_MS = { error: 6_000, success: 3_000 };
/** A navigation within this time belongs to the notice: 'Chat deleted' is read on the screen that it leads to. */
const SETTLED_MS = 500;

type Shown = {
  readonly id: string | number;
  readonly notice: Notice;
  /** The address that the notice is about; undefined until it has settled. */
  place?: string;
};

let shown: readonly Shown[] = [];
let count = 0;

/** Shows a notice. A success ends what is shown. */
export function show(notice: Notice): void {
  if (notice.tone === "success") end(() => true);
  const entry: Shown = { id: `notice-${(count += 1)}`, notice };
  shown = [...shown, entry];
  draw(entry, SHOWN_MS[notice.tone]);
  setTimeout(() => {
    entry.place = location.pathname;
  }, SETTLED_MS);
}

/** Ends every shown notice that `isOver` picks. */
function end(isOver: (entry: Shown) => boolean): void {
  const over = shown.filter(isOver);
  shown = shown.filter((entry) => !over.includes(entry));
  over.forEach(({ id }) => toast.dismiss(id));
}

/** Ends one notice, wherever it was shown. */
export const endNotice = (notice: Notice): void => end((entry) => entry.notice === notice);

/** Ends the notices about other screens than the one at `pathname`. */
export const endAtOtherPlaces = (pathname: string): void =>
  end(({ place }) => place !== undefined && place !== pathname);

/** Ends the failures: the person has gone on, or tries again. */
export const endFailures = (): void => end(({ notice }) => notice.tone === "error");

/** Keeps what is shown for as long as one of them has the focus. */
export function hold(isHeld: boolean): void {
  shown.forEach((entry) =>
    draw(entry, isHeld ? Number.POSITIVE_INFINITY : SHOWN_MS[entry.notice.tone]),
  );
}

/** Draws a notice; drawn again, its time begins anew. */
function draw({ id, notice }: Shown, duration: number): void {
  const forget = () => {
    shown = shown.filter((entry) => entry.id !== id);
  };
  toast[notice.tone](notice.title, {
    id,
    duration,
    onDismiss: forget,
    onAutoClose: forget,
    ...(notice.description !== undefined && { description: notice.description }),
    ...(notice.upgrades && { action: <Upgrade /> }),
  });
}

function Upgrade() {
  const session = currentSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  return (
    <ExternalLink
      href={upgradeLink(userId)}
      variant="primary"
      size="sm"
      className="order-last basis-full"
    >
      Upgrade to Go
    </ExternalLink>
  );
}
