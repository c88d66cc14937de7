import {
  ChevronRight,
  FileText,
  Lock,
  Palette,
  ShieldCheck,
  UserRound,
  LifeBuoy,
} from "lucide-react";
import { type ComponentType, useId } from "react";
import { Link } from "react-router-dom";
import { LogOutButton } from "#features/account/log-out-button.tsx";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { Page } from "#ui/page.tsx";
import { useLogOut } from "./use-log-out.ts";

type Entry = {
  to: string;
  name: string;
  about: string;
  icon: ComponentType<{ className?: string; "aria-hidden"?: "true" }>;
};

const GROUPS: readonly { name: string; entries: readonly Entry[] }[] = [
  {
    name: "Account",
    entries: [
      {
        to: paths.account,
        name: "Account Settings",
        about: "Your email and your membership",
        icon: UserRound,
      },
    ],
  },
  {
    name: "Chat",
    entries: [
      {
        to: paths.color,
        name: "Primary Color",
        about: "The color of buttons, links and your messages",
        icon: Palette,
      },
    ],
  },
  {
    name: "Safety",
    entries: [
      {
        to: paths.safety,
        name: "Content Filters",
        about: "NSFW and academic content settings",
        icon: ShieldCheck,
      },
    ],
  },
  {
    name: "Support",
    entries: [
      {
        to: paths.support,
        name: "Help Center",
        about: "Answers, and a way to write to us",
        icon: LifeBuoy,
      },
    ],
  },
  {
    name: "Legal",
    entries: [
      { to: paths.terms, name: "Terms of Service", about: "What we agree on", icon: FileText },
      { to: paths.privacy, name: "Privacy Policy", about: "What we know about you", icon: Lock },
    ],
  },
];

/** /settings: the list of settings screens, in groups, and the way out. */
export function SettingsPage() {
  const session = useSession();
  const logOut = useLogOut();
  return (
    <Page title="Settings">
      {GROUPS.map((group) => (
        <section key={group.name} aria-labelledby={`settings-${group.name}`}>
          <h2 id={`settings-${group.name}`} className="mb-2 text-sm font-medium text-ink-muted">
            {group.name}
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface-raised">
            {group.entries.map((entry) => (
              <EntryRow key={entry.to} {...entry} />
            ))}
          </ul>
        </section>
      ))}
      {session.status === "signed-in" && (
        <div>
          <LogOutButton onLogOut={logOut} />
        </div>
      )}
    </Page>
  );
}

function EntryRow({ to, name, about, icon: Icon }: Entry) {
  const aboutId = useId();
  return (
    <li className="relative flex items-center gap-4 px-4 py-3.5 -outline-offset-2 transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-primary sm:px-5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <div className="grid grow">
        <Link
          to={to}
          aria-describedby={aboutId}
          className="font-medium outline-none after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span id={aboutId} className="text-sm text-ink-muted">
          {about}
        </span>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
    </li>
  );
}
