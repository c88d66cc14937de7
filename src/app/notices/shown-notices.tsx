import { toast } from "sonner";
import { upgradeLink } from "#lib/env.ts";
import { type Notice, NOTICES } from "#lib/notices.ts";
import { currentSession, userIdOf } from "#lib/session.ts";
import { Button, ExternalLink } from "#ui/button.tsx";

const SHOWN_MS = { error: 6_000, success: 3_000 };
const shownFor = ({ undo, tone }: Notice) => undo?.forMs ?? SHOWN_MS[tone];
/** A navigation within this time belongs to the notice: 'Chat deleted' is read on the screen that it leads to. */
const SETTLED_MS = 500;

type Shown = {
  readonly id: string | number;
  readonly notice: Notice;
  /** The address that the notice is about; undefined until it has settled. */
  pathname?: string;
};

let shown: readonly Shown[] = [];
let count = 0;

/**
 * Shows a notice. A success ends what is shown, but for what can be undone; that ends when the person logs out. A failure
 * takes the place of the same failure, so that whoever dismisses it does not find another one below.
 */
export function show(notice: Notice): void {
  const isLast = notice === NOTICES.loggedOut;
  if (notice.tone === "success") end((entry) => isLast || entry.notice.undo === undefined);
  else end((entry) => saysTheSame(entry.notice, notice));
  const entry: Shown = { id: `notice-${(count += 1)}`, notice };
  setShown([...shown, entry]);
  setTimeout(() => {
    entry.pathname = location.pathname;
  }, SETTLED_MS);
}

const saysTheSame = (one: Notice, other: Notice): boolean =>
  one.undo === undefined && one.title === other.title && one.description === other.description;

/** Only the newest is seen. The time of the one before begins anew when it is over. */
function setShown(next: readonly Shown[]): void {
  const [before, now] = [shown.at(-1), next.at(-1)];
  const gone = shown.filter((entry) => !next.includes(entry));
  shown = next;
  gone.forEach(({ notice }) => notice.undo?.onGone());
  if (now === before) return;
  if (before !== undefined && next.includes(before)) draw(before, Number.POSITIVE_INFINITY);
  if (now !== undefined) draw(now, shownFor(now.notice));
}

/** Ends every shown notice that `isOver` picks. */
function end(isOver: (entry: Shown) => boolean): void {
  const over = shown.filter(isOver);
  setShown(shown.filter((entry) => !over.includes(entry)));
  over.forEach(({ id }) => toast.dismiss(id));
}

/** Ends one notice, wherever it was shown. */
export const endNotice = (notice: Notice): void => end((entry) => entry.notice === notice);

/** Ends the notices about other screens than the one at `pathname`. */
export const endOnOtherScreens = (pathname: string): void =>
  end((entry) => !entry.notice.undo && entry.pathname !== undefined && entry.pathname !== pathname);

/** Ends the failures: the person has gone on, or tries again. */
export const endFailures = (): void =>
  end(({ notice }) => notice.tone === "error" && notice.undo === undefined);

/** Ends what could be undone: the person has logged out. */
export const endUndo = (): void => end(({ notice }) => notice.undo !== undefined);

/** Keeps what is shown for as long as it has the focus. */
export function hold(isHeld: boolean): void {
  const last = shown.at(-1);
  if (last) draw(last, isHeld ? Number.POSITIVE_INFINITY : shownFor(last.notice));
}

/** Draws a notice; drawn again, its time begins anew. */
function draw({ id, notice }: Shown, duration: number): void {
  const forget = () => {
    setShown(shown.filter((entry) => entry.id !== id));
  };
  toast[notice.tone](notice.title, {
    id,
    duration,
    onDismiss: forget,
    onAutoClose: forget,
    ...(notice.description !== undefined && { description: notice.description }),
    ...(notice.upgrades && { action: <Upgrade /> }),
    ...(notice.undo && { action: <Undo notice={notice} /> }),
  });
}

function Undo({ notice }: { notice: Notice }) {
  const undo = () => {
    notice.undo?.press();
    endNotice(notice);
  };
  return (
    <Button size="sm" onClick={undo}>
      Undo
    </Button>
  );
}

function Upgrade() {
  return (
    // A link: a second button would compete with the one in the header.
    <ExternalLink
      href={upgradeLink(userIdOf(currentSession()))}
      className="shrink-0 font-medium whitespace-nowrap"
    >
      Upgrade to Go
    </ExternalLink>
  );
}
