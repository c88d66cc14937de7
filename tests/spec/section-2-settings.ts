import type { Section } from "./section.ts";

const INDEX =
  "tests/src/app/screens.test.tsx > /settings has its five groups and leads to six screens (SPEC 2)";
const LEAD =
  "e2e/visitor.spec.ts > a visitor opens every settings page from the settings and comes back";
const WALK =
  "e2e/settings-walk.spec.ts > a member finds one heading, a title, the chat list and a way back on each settings page";
const ROW =
  "e2e/settings.spec.ts > a member sees their membership on the account and membership pages for every status";
const MANAGE =
  "e2e/settings.spec.ts > a member goes from membership to its management, to billing and to account deletion";
const BADGES =
  "tests/src/features/account/membership-rules.test.ts > badges (SPEC 2 and 4) > status %j: account %s, membership %s";
const TEXTS = "tests/src/features/account/membership-rules.test.ts > status text (SPEC 4) > ";
const DATES = "tests/src/features/account/date-rules.test.ts > longDate (SPEC 2) > ";
const COLOR =
  "e2e/settings.spec.ts > a visitor saves a color, sees it on the page, and has the default again after a reload";
const COLOR_PAGE = "tests/src/features/preferences/color-page.test.tsx > ";
const SAFETY =
  "e2e/settings.spec.ts > a visitor finds the safety switches off, toggles them with a notice, and finds them kept after a reload";
const SUPPORT = "tests/src/features/support/support-page.test.tsx > /settings/support (SPEC 2) > ";
const PRIVACY = "tests/src/features/legal/legal-pages.test.tsx > the statements of SPEC 2 > ";

/** 2. Screens and routes: the settings but for the deletion, the legal texts */
export const SECTION_2_SETTINGS: Section = {
  "Account: Account Settings (to /settings/account).": [INDEX, LEAD],
  "Chat: Primary Color (to /settings/chat/color).": [INDEX, LEAD],
  "Safety: Content Filters (to /settings/safety), described as NSFW and academic content settings.":
    [INDEX, LEAD],
  "Support: Help Center (to /settings/support).": [INDEX, LEAD],
  "Legal: Terms of Service (to /terms), Privacy Policy (to /privacy).": [INDEX, LEAD],
  "Settings pages share a sidebar layout with the chat list.": [WALK],
  "Each settings page has a 'Back to Settings' button to /settings.": [WALK],

  "Shows the email and the account-created date.": [ROW],
  "A Membership row with a badge (Trial, Active or Inactive) leads to /settings/account/membership.":
    [ROW, BADGES],
  "Status badge: Active, Trial, Expired, Cancelled, otherwise Unknown.": [BADGES, ROW],
  "Status text.": [
    ROW,
    `${TEXTS}%j has ended`,
    `${TEXTS}an active membership is active, up to the moment it ends; then it has expired`,
    `${TEXTS}a trial, and nothing known yet, say what a trial lacks`,
  ],
  "'Manage Membership' button to /settings/account/membership/manage.": [MANAGE],
  "Membership Started and Membership Ends dates in long US format, or 'Not set'.": [
    ROW,
    `${DATES}%s is %s, the day in UTC`,
    `${DATES}%j is not set`,
  ],
  "The membership ID, if present.": [ROW],
  "The same details as the membership screen.": [ROW],
  "Billing Management with two external links": [MANAGE],
  "Both go to the payment platform's orders settings page and open in a new tab.": [MANAGE],
  "A Danger Zone with Delete Account, leading to /settings/account/delete.": [MANAGE],

  "A grid of 8 colour swatches": [
    "tests/src/features/preferences/color-rules.test.ts > there are the eight colours of SPEC 2, in its order, blue by default",
    `${COLOR_PAGE}offers eight colours, blue chosen, and shows a choice in the preview only`,
  ],
  "and a preview line": [
    `${COLOR_PAGE}offers eight colours, blue chosen, and shows a choice in the preview only`,
  ],
  "Cancel goes to /settings.": [`${COLOR_PAGE}Cancel changes nothing and goes to /settings`, COLOR],
  "Save Changes shows the toast 'Color updated / Your chat theme has been updated' and goes to": [
    COLOR,
    `${COLOR_PAGE}Save Changes colours the page, says so and goes to /settings/chat`,
  ],
  "The choice is not persisted.": [COLOR],

  "Two switches": [SAFETY],
  "Allow NSFW Content: lets the AI generate or discuss adult content.": [SAFETY],
  "Warns that it affects all chats and is not per conversation.": [SAFETY],
  "Allow Academic Dishonesty: lets the AI help with assignments.": [SAFETY],
  "Warns of school policy violations.": [SAFETY],
  "Plus info cards on content filtering and academic integrity.": [SAFETY],
  "Each toggle shows the toast 'Settings updated / Your safety settings have been saved'.": [
    SAFETY,
    "tests/src/features/preferences/safety-page.test.tsx > each toggle is stored as JSON and confirmed",
  ],

  "Three cards (Help Center, Contact Support, Live Chat) with placeholder links.": [
    `${SUPPORT}has three cards with links and four questions`,
  ],
  "A message form with name, email, subject and message fields and a 'Send Message' button.": [
    `${SUPPORT}a complete form is offered as an email, said to be unsent, and stays as it is`,
    "e2e/settings.spec.ts > a member finds an unsent support message again after a reload, and nothing was sent",
  ],
  "Submit handling is not shown.": [
    "e2e/settings.spec.ts > a member finds an unsent support message again after a reload, and nothing was sent",
  ],
  "An FAQ of 4 items: changing plan, exporting chat history, deleting an account, data security.": [
    `${SUPPORT}has three cards with links and four questions`,
  ],

  "Static legal text with a last-updated date that is always today's date.": [
    "tests/src/features/legal/legal-pages.test.tsx > %s (SPEC 2) > at %s it says when it was last updated: today",
  ],
  "The privacy text says personal data is deleted within 30 days of account deletion": [
    `${PRIVACY}under %s the privacy text says '%s'`,
  ],
  "that the service is not for children under 13": [
    `${PRIVACY}under %s the privacy text says '%s'`,
  ],
  "and that a privacy contact address is given.": [`${PRIVACY}a privacy contact address`],
};
