import { privacyEmail } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { LegalDocument, type Sections } from "./legal-document.tsx";

/** /terms. */
export function TermsPage() {
  return <LegalDocument title="Terms of Service" sections={TERMS} />;
}

const TERMS: Sections = {
  "1. What these terms cover": [
    "These terms are an agreement between you and the operator of this service (“we”, “us”). They apply whenever you use this web application (the “service”): as a visitor, or signed in as a member. By creating an account or using the service you accept them. If you do not accept them, please do not use the service.",
    `How we handle personal data is described in our [Privacy Policy](${paths.privacy}), which is part of this agreement.`,
  ],
  "2. The service": [
    "The service lets members hold text conversations with AI assistants. You choose the assistant: ChatGPT\u{a0}4, ChatGPT\u{a0}5, Grok or Claude\u{a0}4. The assistants are operated by other companies, and we pass your conversation to the one you chose in order to get a reply.",
    "Visitors may look at the chat screen. Creating chats and sending messages requires an account with an active membership.",
  ],
  "3. Who may use it": [
    "You must be at least 13 years old, and old enough under the law where you live to agree to these terms; otherwise a parent or guardian must agree to them for you. If you use the service for an organization, you confirm that you may accept these terms on its behalf.",
  ],
  "4. Your account": [
    "You sign up with an email address and a password. Give an address that is yours and keep your password to yourself: what happens under your account is taken to be done by you, unless you are not responsible for it. Tell us at once if you believe that someone else uses your account.",
  ],
  "5. Membership and payment": [
    "A membership is bought, changed, renewed and cancelled on the page of an external payment platform, which we link to. Prices, taxes, billing periods, renewal and refunds are shown there before you pay, and the payment platform’s own terms apply to the payment. We do not see or store your card details.",
    `A new account starts as a trial, which does not include chatting. Your membership is active from the moment the payment platform confirms it until it expires or is cancelled. Your [account screen](${paths.account}) shows its status and dates. When it has ended you can still sign in and read your chats.`,
    "Rights that consumer law gives you, such as a right of withdrawal, are not limited by these terms.",
  ],
  "6. What you write and what you get": [
    "What you write remains yours. You allow us to store it, to show it to you and to send it to the provider of the assistant you chose, as far as running the service for you needs it. As between you and us, the replies you receive are yours to use, as far as the law and the assistant provider’s terms allow.",
    "You confirm that you have the right to submit what you write, including any personal data of other people in it.",
  ],
  "7. Replies can be wrong": [
    "AI assistants produce text by statistics. Replies can be wrong, incomplete, out of date or offensive, and the same question can be answered differently to someone else. Check what matters before you rely on it. Replies are not medical, legal, financial or other professional advice, and they are not our opinion.",
  ],
  "8. Fair use": [
    "You agree not to use the service to:",
    [
      "break the law, or harm, harass, deceive or endanger people",
      "create or spread sexual content involving minors, malware, or instructions for weapons or serious crime",
      "pass off replies as written by a human where that deceives someone to their harm",
      "break rules of your school, university or employer; whether an assistant may help you with an assignment is for them to say",
      "get into accounts or data of others, get around limits or membership checks, or overload or probe the service",
      "resell the service or extract it in bulk by automated means",
    ],
    "The assistants’ providers have usage policies of their own that also apply to what is sent to them. We limit how many messages and chats an account can create in a given time, and the service tells you when a limit is reached.",
  ],
  "9. Suspension": [
    "We may limit or suspend an account that seriously or repeatedly breaks these terms, or where the law or the safety of others requires it. Where we can, we tell you why and give you the chance to respond first.",
  ],
  "10. Ending the agreement": [
    `You may stop using the service at any time, cancel your membership on the payment platform’s page, or [delete your account](${paths.deletion}) in the settings. Deleting an account is permanent: the account, all chats, all messages and all other data are deleted and cannot be recovered, by you or by us. Deleting your account does not by itself end a subscription at the payment platform; cancel it there.`,
    "We may end this agreement with reasonable notice, and will then refund the part of a paid period that you can no longer use.",
  ],
  "11. Availability and changes to the service": [
    "We work to keep the service available, but it depends on networks and on the assistants’ providers, and it can be interrupted for maintenance, faults or reasons outside our control. Assistants can be replaced or withdrawn when their providers change them. We may develop the service further; if a change takes away something essential that you paid for, you may end your membership and have the unused part refunded.",
  ],
  "12. Warranty and liability": [
    "As far as the law allows, the service is provided as it is, without promises beyond those in these terms, and we are not liable for indirect or consequential loss, for loss of data that you could have copied, or for more in total than you paid us in the twelve months before the event.",
    "Nothing in these terms limits liability that the law does not allow to be limited, such as for intent, gross negligence, death or personal injury, or your statutory rights as a consumer.",
  ],
  "13. Changes to these terms": [
    "We may change these terms for good reasons, such as new features or a change in the law. We announce changes that affect you in the service or by email before they apply. If you do not agree, you may end your membership before that date.",
  ],
  "14. Law and disputes": [
    "These terms are governed by the law of the place where the operator is established. If you are a consumer, the mandatory protections of the country you live in remain yours, and you may bring a claim before the courts there. Please write to us first; most things can be settled that way. If a part of these terms is invalid, the rest stays in force.",
  ],
  "15. Contact": [`Questions about these terms: [${privacyEmail}](mailto:${privacyEmail})`],
};
