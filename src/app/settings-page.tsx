import { useQuery } from "@tanstack/react-query";
import {
  ChevronRight,
  FileText,
  Lock,
  Palette,
  ShieldCheck,
  SquarePen,
  UserRound,
  LifeBuoy,
} from "lucide-react";
import { type ComponentType, useId, useState } from "react";
import { Link } from "react-router-dom";
import { InstructionsDialog } from "#features/preferences/instructions-dialog.tsx";
import { instructionsQuery } from "#features/preferences/instructions-queries.ts";
import { paths } from "#lib/paths.ts";
import { askToLogIn, useUserId } from "#lib/session.ts";
import { Page } from "#ui/page.tsx";
import { LogOutButton } from "./log-out-button.tsx";

type Entry = {
  /** Where it leads; null for one that opens a dialog. */
  to: string | null;
  name: string;
  about: string;
  icon: ComponentType<{ className?: string; "aria-hidden"?: "true" }>;
};

const GROUPS: Readonly<Record<string, readonly Entry[]>> = {
  Account: [
    {
      to: paths.account,
      name: "Account Settings",
      about: "Your email and your membership",
      icon: UserRound,
    },
  ],
  Chat: [
    {
      to: null,
      name: "Instructions",
      about: "What all four models are asked to do in every reply",
      icon: SquarePen,
    },
    {
      to: paths.color,
      name: "Primary Color",
      about: "The color of buttons, links and your messages",
      icon: Palette,
    },
  ],
  Safety: [
    {
      to: paths.safety,
      name: "Content Filters",
      about: "NSFW and academic content settings",
      icon: ShieldCheck,
    },
  ],
  Support: [
    {
      to: paths.support,
      name: "Help Center",
      about: "Answers, and how to contact us",
      icon: LifeBuoy,
    },
  ],
  Legal: [
    {
      to: paths.terms,
      name: "Terms of Service",
      about: "The rules for using this service",
      icon: FileText,
    },
    { to: paths.privacy, name: "Privacy Policy", about: "How we handle your data", icon: Lock },
  ],
};

/** /settings: the list of settings screens, in groups, and the way out. */
export function SettingsPage() {
  const userId = useUserId();
  const [isOpen, setOpen] = useState(false);
  // So that it is there when the dialog opens.
  useQuery({ ...instructionsQuery(userId ?? ""), enabled: userId !== null });
  return (
    <Page title="Settings">
      {Object.entries(GROUPS).map(([name, entries]) => (
        <section key={name} aria-labelledby={`settings-${name}`}>
          <h2 id={`settings-${name}`} className="mb-2 text-sm font-medium text-ink-muted">
            {name}
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface-raised">
            {entries.map((entry) => (
              <EntryRow
                key={entry.name}
                {...entry}
                onOpen={userId === null ? askToLogIn : () => setOpen(true)}
              />
            ))}
          </ul>
        </section>
      ))}
      {userId !== null && (
        <div>
          <LogOutButton userId={userId} />
        </div>
      )}
      {isOpen && userId !== null && (
        <InstructionsDialog userId={userId} onClose={() => setOpen(false)} />
      )}
    </Page>
  );
}

function EntryRow({ to, name, about, icon: Icon, onOpen }: Entry & { onOpen: () => void }) {
  const aboutId = useId();
  const control = {
    "aria-describedby": aboutId,
    className: "justify-self-start text-left font-medium outline-none after:absolute after:inset-0",
  };
  return (
    <li className="relative flex items-center gap-4 px-4 py-3.5 -outline-offset-2 transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-primary sm:px-5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <div className="grid grow">
        {to === null ? (
          <button type="button" aria-haspopup="dialog" onClick={onOpen} {...control}>
            {name}
          </button>
        ) : (
          <Link to={to} {...control}>
            {name}
          </Link>
        )}
        <span id={aboutId} className="text-sm text-ink-muted">
          {about}
        </span>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
    </li>
  );
}
