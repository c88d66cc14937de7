import { privacyEmail } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { LegalDocument, type Sections } from "./legal-document.tsx";

/** /privacy. */
export function PrivacyPage() {
  return <LegalDocument title="Privacy Policy" sections={PRIVACY} />;
}

const PRIVACY: Sections = {
  "1. In short": [
    "We keep what is needed to run your account and your chats, and nothing for advertising. Your messages are sent to the provider of the assistant you choose, so that it can reply. We do not sell personal data. You can delete single chats, or your account with everything in it, yourself.",
    "This policy applies to this web application. The operator of this service (“we”, “us”) is responsible for the processing described here.",
  ],
  "2. What we process": [
    [
      "Account: your email address, your password in hashed form, when the account was created and when you signed in.",
      "Membership: its status, start and end dates and the membership ID that the payment platform gives us. Card and bank details stay with the payment platform; we never receive them.",
      "Chats: the messages you write, the replies, the chat titles, the assistant used and the times, and the instructions that you give to all assistants.",
      "Usage counts: how many messages and chats your account created recently, to enforce limits.",
      "Technical data: your network address, browser type, and the time and address of each request, which any web server receives and which we use to deliver and protect the service. Our own logs contain no message text.",
    ],
    "Visitors who do not sign in leave only technical data.",
  ],
  "3. What stays in your browser": [
    `We set no advertising or tracking cookies. Your browser’s own storage holds what the service needs on your device: your session while you are signed in, drafts of messages you have not sent and of instructions you have not saved, your [safety settings](${paths.safety}), and notes that let the pages go on as you left them: which chats you have just deleted, which replies and which assistant you chose, which import of chats is not finished, how many messages you have left, whether the sidebar is folded, whether you want notifications and which replies they told you of. So that your chats open at once, and can be read without a network, it also holds a copy of your list of chats and of the newest messages of the last twenty chats you opened, which is used for seven days at most. A file of chats that you export may be written there before your browser saves it. Safety settings are not sent to us. Logging out removes the session, the drafts, these notes and the copy, and such a file; what you have set stays: safety settings, the assistant you used last, whether the sidebar is folded and whether you want notifications. Two notes that name nobody stay too: that somebody has signed in here, and how often all four assistants were asked at once. You can clear this storage in your browser at any time, which signs you out.`,
    "Files from which you import chats are read on your device and are not sent to us. We receive the chats that you choose: their text, titles, times and the names of their models; and of the others only the identifiers that their files give them, to tell you which of them you have here already.",
  ],
  "4. Why we process it": [
    [
      "To provide the service you asked for: signing you in, keeping your chats, getting replies, checking your membership (performance of our contract with you).",
      "To keep the service secure and within its limits, and to find and fix faults (our legitimate interest).",
      "To meet legal duties, such as keeping accounting records (legal obligation).",
      "To answer you when you write to us (our legitimate interest, or steps before a contract).",
    ],
    "We make no automated decisions about you that have legal effect, and we do not use your chats to train AI models.",
  ],
  "5. The assistants’ providers": [
    "To get a reply, we send the recent messages of that one chat, and the instructions that you give to all assistants, to the provider of the assistant you chose: OpenAI for ChatGPT\u{a0}4 and ChatGPT\u{a0}5, xAI for Grok, Anthropic for Claude\u{a0}4. We do not send your email address or your name. The providers process the text under their own terms and policies and may keep it for a limited time, for example to detect abuse.",
    "Please do not put into a message what you would not want processed there, in particular sensitive data about yourself or others.",
  ],
  "6. Who else receives data": [
    [
      "Our hosting and database provider, which stores the data on our behalf and on our instructions.",
      "The payment platform, when you buy or manage a membership on its pages. It is responsible for what it processes there.",
      "Authorities or courts, where the law obliges us.",
    ],
    "Links to the payment platform and to the browser download lead to other companies’ sites, which have their own privacy policies.",
  ],
  "7. Transfers to other countries": [
    "The assistants’ providers and our hosting provider may process data in countries other than yours, among them the United States. Where the law requires it, we rely on an adequacy decision or on standard contractual clauses for such transfers.",
  ],
  "8. How long we keep it, and deletion": [
    "We keep your account and chats until you delete them. Deleting a chat puts it and all its messages out of everybody’s reach at once. For ten minutes you can undo the deletion; after that its content is removed from our database.",
    `When you [delete your account](${paths.deletion}) in the settings, the account is scheduled for permanent deletion within 24 hours. Personal data is deleted within 30 days of account deletion, which includes remaining copies in backups and logs. Only what the law obliges us to keep, such as accounting records, is kept longer, and for that purpose alone.`,
  ],
  "9. Security": [
    "The service is delivered over encrypted connections. Passwords are stored as hashes only. The database itself enforces that each account can read only its own chats and messages. No system is perfectly secure; if a breach is likely to affect you, we will tell you and the authorities as the law requires.",
  ],
  "10. Your rights": [
    "Depending on where you live you have the right to see the data we hold about you, to have it corrected or deleted, to receive a copy in a common format (Export chats in your account settings gives you your chats at any time), to restrict or object to processing, and to complain to a data protection authority. Write to the privacy contact below; we answer within one month and do not charge for it.",
  ],
  "11. Children": [
    "The service is not intended for children under 13, and we do not knowingly process their data. If you believe that a child under 13 has created an account, write to us and we will delete it.",
  ],
  "12. Changes to this policy": [
    "We update this policy when the service or the law changes, and announce changes that matter to you in the service or by email before they apply.",
  ],
  "13. Privacy contact": [
    `For questions about your data, and to use your rights, write to: [${privacyEmail}](mailto:${privacyEmail})`,
  ],
};
