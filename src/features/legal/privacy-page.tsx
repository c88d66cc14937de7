import { LegalDocument } from "./legal-document.tsx";
import { PRIVACY } from "./privacy-text.ts";

/** /privacy. */
export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      sections={PRIVACY}
      contact={{
        heading: "13. Privacy contact",
        text: "For questions about your data, and to use your rights, write to:",
      }}
    />
  );
}
