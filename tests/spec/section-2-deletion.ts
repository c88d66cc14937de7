import type { Section } from "./section.ts";

const WHOLE =
  "e2e/deletion.spec.ts > a member goes through the five deletion steps with one password check, and stays signed in";
const CREDENTIALS =
  "e2e/deletion.spec.ts > a member can continue the deletion only with their exact email and a password";
const FLOW = "tests/src/features/deletion/deletion-flow.test.ts > ";
const COUNTDOWN =
  "tests/src/features/deletion/countdown-step.test.tsx > the final confirmation (SPEC 2, step 4) > ";

/** 2. Screens and routes: /settings/account/delete */
export const SECTION_2_DELETION: Section = {
  "Five steps": [
    WHOLE,
    `${FLOW}no way around > a step is entered only by its own event from the step before it`,
  ],
  "Account Cancellation / Danger Zone.": [WHOLE],
  "Warns that deletion is permanent and lists what is deleted": [WHOLE],
  "Email field (prefilled from the session user) and password field.": [WHOLE],
  "Cancel returns to membership management.": [CREDENTIALS],
  "Continue proceeds.": [WHOLE],
  "Account Deletion Quiz": [WHOLE],
  "('Final Confirmation Quiz')": [WHOLE],
  "One question at a time, labelled 'Question N of total'.": [WHOLE],
  "Previous appears only after the first question.": [WHOLE],
  "Next is disabled until the current question is answered.": [
    WHOLE,
    `${FLOW}quiz > Next is closed until the current question is answered`,
  ],
  "The last question shows 'Submit Quiz'.": [WHOLE],
  "Cancel resets everything.": [
    "e2e/deletion.spec.ts > a member who cancels the deletion quiz finds password, answers and waiting time reset",
  ],
  "You Passed.": [WHOLE],
  "States that the user is fully aware of what deletion involves.": [WHOLE],
  "A Continue button.": [WHOLE],
  "Final Confirmation.": [WHOLE],
  "A 15-second countdown shown in seconds with a progress bar.": [
    WHOLE,
    `${COUNTDOWN}with %i ms left it says %s, and the bar stands at %d of 15`,
  ],
  "A 'Cancel Deletion' button, disabled while scheduling is in progress.": [
    WHOLE,
    `${COUNTDOWN}can be cancelled while it counts, and not while scheduling, which shows a spinner`,
    `${FLOW}scheduling > cannot be cancelled by the button, ends scheduled or back where Continue is`,
  ],
  "While scheduling, a spinner with 'Scheduling account deletion...' appears.": [
    WHOLE,
    `${COUNTDOWN}can be cancelled while it counts, and not while scheduling, which shows a spinner`,
  ],
  "Account Deletion Scheduled.": [WHOLE],
  "States that the account will be permanently deleted within 24 hours and cannot be undone.": [
    WHOLE,
  ],
  "Offers a link to cancel the membership instead": [WHOLE],
  "a 'Back to Account Settings' button and a 'Back to Dashboard' button (to /).": [WHOLE],
};
