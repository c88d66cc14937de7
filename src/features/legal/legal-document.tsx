import { useState } from "react";
import { paths } from "#lib/paths.ts";
import { privacyEmail } from "#lib/env.ts";
import { Page } from "#ui/page.tsx";
import { lastUpdated, type Section } from "./legal-rules.ts";

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
            typeof block === "string" ? (
              <p key={block} className="leading-relaxed">
                {block}
              </p>
            ) : (
              <List key={block.join()} items={block} />
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

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-6">
      {items.map((item) => (
        <li key={item} className="leading-relaxed">
          {item}
        </li>
      ))}
    </ul>
  );
}
