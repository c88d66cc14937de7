import { LegalDocument } from "./legal-document.tsx";
import { TERMS } from "./terms-text.ts";

/** /terms. */
export function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Service"
      sections={TERMS}
      contact={{ heading: "15. Contact", text: "Questions about these terms:" }}
    />
  );
}
