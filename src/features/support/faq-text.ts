import { paths } from "#lib/paths.ts";
import type { LinkedText } from "#ui/linked-text.tsx";

/** The frequently asked questions of /settings/support. */
export const FAQ: readonly { readonly question: string; readonly answer: LinkedText }[] = [
  {
    question: "How do I change my plan?",
    answer: [
      "Open ",
      { label: "Manage Membership", to: paths.manageMembership },
      ". Plans and payment are handled on our payment platform, which opens in a new tab. A change there shows on your ",
      { label: "membership screen", to: paths.membership },
      " as soon as the platform has confirmed it.",
    ],
  },
  {
    question: "Can I export my chat history?",
    answer: [
      "Yes. Open ",
      { label: "Account Settings", to: paths.account },
      " and choose Export chats: everything in one file, as readable text or as JSON that other products import. Export chat in a chat’s menu gives you that chat alone. Neither needs a membership.",
    ],
  },
  {
    question: "How do I delete my account?",
    answer: [
      "Open ",
      { label: "Manage Membership", to: paths.manageMembership },
      " and choose ",
      { label: "Delete Account", to: paths.deletion },
      ". You confirm your email and password, answer four questions and wait for a countdown of 15 seconds, during which you can still cancel. Deletion is permanent. To stop paying but keep your chats, cancel or pause the membership instead.",
    ],
  },
  {
    question: "Is my data secure?",
    answer:
      "The database itself makes sure that only you can read your chats, and your password is stored in a form that cannot be turned back. Your messages are sent to the provider of the assistant you choose, because it has to read them to reply. We do not sell your data. You can delete any chat, with all its messages, at any time. For ten minutes you can undo that; then nothing of it is left in our database.",
  },
];
