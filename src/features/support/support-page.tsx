import { ChevronDown, CircleHelp, Mail, MessageCircle, type LucideIcon } from "lucide-react";
import { privacyEmail } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { Linked } from "#ui/linked-text.tsx";
import { Page } from "#ui/page.tsx";
import { FAQ } from "./faq-text.ts";
import { SupportForm } from "./support-form.tsx";

type Way = { icon: LucideIcon; title: string; text: string; link: string; href: string };

/** There is no help center or live chat yet, so the links lead to the parts of this page. */
const WAYS: readonly Way[] = [
  {
    icon: CircleHelp,
    title: "Help Center",
    text: "Answers to what people ask most.",
    link: "Read the answers",
    href: "#faq",
  },
  {
    icon: Mail,
    title: "Contact Support",
    text: "Write to us by email.",
    link: "Write an email",
    href: `mailto:${privacyEmail}`,
  },
  {
    icon: MessageCircle,
    title: "Live Chat",
    text: "Not open yet. Leave a message instead.",
    link: "Leave a message",
    href: "#message",
  },
];

/** /settings/support. */
export function SupportPage() {
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : undefined;
  return (
    <Page title="Support" back={{ to: paths.settings, label: "Back to Settings" }}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {WAYS.map((way) => (
          <WayCard key={way.title} way={way} />
        ))}
      </ul>
      <section id="message" className="scroll-mt-6 pt-4">
        <h2 className="text-xl font-semibold tracking-tight">Write to us</h2>
        <SupportForm key={user?.id ?? "visitor"} userId={user?.id} email={user?.email ?? ""} />
      </section>
      <section id="faq" className="scroll-mt-6 pt-4">
        <h2 className="text-xl font-semibold tracking-tight">Frequently asked questions</h2>
        <div className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface-raised">
          {FAQ.map(({ question, answer }) => (
            <details key={question} name="faq" className="group px-5">
              <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
                <h3 className="font-medium">{question}</h3>
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pb-4 text-ink-muted">
                <Linked text={answer} />
              </p>
            </details>
          ))}
        </div>
      </section>
    </Page>
  );
}

function WayCard({ way: { icon: Icon, title, text, link, href } }: { way: Way }) {
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface-raised p-5">
      <Icon aria-hidden="true" className="size-5 text-primary" />
      <h2 className="mt-3 font-semibold">{title}</h2>
      <p className="mt-1 mb-3 text-sm text-ink-muted">{text}</p>
      <a
        href={href}
        className="mt-auto self-start py-1 text-sm text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {link}
      </a>
    </li>
  );
}
