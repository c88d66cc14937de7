import { ChevronDown, CircleHelp, Mail, MessageCircle, type LucideIcon } from "lucide-react";
import { privacyEmail } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { Linked } from "#ui/linked-text.tsx";
import { Page } from "#ui/page.tsx";
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

/** Questions, and the answers to them. */
const FAQ: Readonly<Record<string, string>> = {
  "How do I change my plan?": `Open [Manage Membership](${paths.manageMembership}). Plans and payment are handled on our payment platform, which opens in a new tab. A change there shows on your [membership screen](${paths.membership}) as soon as the platform has confirmed it.`,
  "Can I export my chat history?": `Yes. Open [Account Settings](${paths.account}) and choose Export chats: everything in one file, as readable text or as JSON that other products import. Export chat in a chat’s menu gives you that chat alone. Neither needs a membership.`,
  "How do I delete my account?": `Open [Manage Membership](${paths.manageMembership}) and choose [Delete Account](${paths.deletion}). You confirm your email and password, answer four questions and wait for a countdown of 15 seconds, during which you can still cancel. Deletion is permanent. To stop paying but keep your chats, cancel or pause the membership instead.`,
  "Is my data secure?":
    "The database itself makes sure that only you can read your chats, and your password is stored in a form that cannot be turned back. Your messages are sent to the provider of the assistant you choose, because it has to read them to reply. We do not sell your data. You can delete any chat, with all its messages, at any time. For ten minutes you can undo that; then nothing of it is left in our database.",
};

/** /settings/support. */
export function SupportPage() {
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : undefined;
  return (
    <Page title="Support" back={{ to: paths.settings, label: "Back to Settings" }}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {WAYS.map(({ icon: Icon, title, text, link, href }) => (
          <li
            key={title}
            className="flex flex-col rounded-lg border border-line bg-surface-raised p-5"
          >
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
        ))}
      </ul>
      <section id="message" className="scroll-mt-6 pt-4">
        <h2 className="text-xl font-semibold tracking-tight">Write to us</h2>
        <SupportForm key={user?.id ?? "visitor"} userId={user?.id} email={user?.email ?? ""} />
      </section>
      <section id="faq" className="scroll-mt-6 pt-4">
        <h2 className="text-xl font-semibold tracking-tight">Frequently asked questions</h2>
        <div className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface-raised">
          {Object.entries(FAQ).map(([question, answer]) => (
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
