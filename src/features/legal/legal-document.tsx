import { useState } from "react";
import { paths } from "#lib/paths.ts";
import { Linked } from "#ui/linked-text.tsx";
import { Page } from "#ui/page.tsx";

/** The paragraphs of a legal text by their headings. A list within them is a bulleted one. */
export type Sections = Readonly<Record<string, readonly (string | readonly string[])[]>>;

/** A legal text. Its date is always today, in the reader's time zone. */
export function LegalDocument({ title, sections }: { title: string; sections: Sections }) {
  const [today] = useState(() => new Date().toLocaleDateString("en-US", { dateStyle: "long" }));
  return (
    <Page
      title={title}
      intro={`Last updated: ${today}`}
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      {Object.entries(sections).map(([heading, body]) => (
        <section key={heading} className="grid gap-3 leading-relaxed">
          <h2 className="text-lg font-semibold tracking-tight">{heading}</h2>
          {body.map((block) =>
            typeof block === "string" ? (
              <p key={block}>
                <Linked text={block} />
              </p>
            ) : (
              <ul key={block.join()} className="grid list-disc gap-2 pl-6">
                {block.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </Page>
  );
}
