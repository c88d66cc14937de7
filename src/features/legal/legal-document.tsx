import { useState } from "react";
import { privacyEmail } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { Linked, type LinkedText, plainText } from "#ui/linked-text.tsx";
import { Page } from "#ui/page.tsx";

/** A legal text with its date and, at the end, the contact address. */
export function LegalDocument({
  title,
  sections,
  contact,
}: {
  title: string;
  sections: readonly Section[];
  contact: { heading: string; text: string };
}) {
  const [today] = useState(() => Date.now());
  return (
    <Page
      title={title}
      intro={lastUpdated(today)}
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      {sections.map((section) => (
        <section key={section.heading} className="grid gap-3">
          <h2 className="text-lg font-semibold tracking-tight">{section.heading}</h2>
          {section.body.map((block) =>
            isBullets(block) ? (
              <List key={block.bullets.map(plainText).join()} items={block.bullets} />
            ) : (
              <p key={plainText(block)} className="leading-relaxed">
                <Linked text={block} />
              </p>
            ),
          )}
        </section>
      ))}
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{contact.heading}</h2>
        <p>
          {contact.text}{" "}
          <a
            href={`mailto:${privacyEmail}`}
            className="break-words text-primary underline underline-offset-4"
          >
            {privacyEmail}
          </a>
        </p>
      </section>
    </Page>
  );
}

function isBullets(block: LinkedText | Bullets): block is Bullets {
  return typeof block === "object" && "bullets" in block;
}

function List({ items }: { items: readonly LinkedText[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-6">
      {items.map((item) => (
        <li key={plainText(item)} className="leading-relaxed">
          <Linked text={item} />
        </li>
      ))}
    </ul>
  );
}

/** A bulleted list. */
export type Bullets = { readonly bullets: readonly LinkedText[] };

/** A heading with its paragraphs and lists. */
export type Section = {
  readonly heading: string;
  readonly body: readonly (LinkedText | Bullets)[];
};

const LONG_US = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** The date line of the legal texts: always today, in the reader's time zone. */
function lastUpdated(now: number): string {
  return `Last updated: ${LONG_US.format(now)}`;
}
