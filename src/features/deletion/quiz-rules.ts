/** A question of the deletion quiz. */
export type QuizQuestion =
  | {
      readonly type: "multiple-choice";
      readonly question: string;
      readonly options: readonly string[];
      readonly correctAnswer: string;
    }
  | {
      readonly type: "true-false";
      readonly question: string;
      readonly correctAnswer: "True" | "False";
    };

/** What the person chose, by question index. */
export type Answers = Readonly<Record<number, string>>;

const LOST_FOREVER = "It is lost forever and cannot be recovered";

export const QUESTIONS: readonly QuizQuestion[] = [
  {
    type: "multiple-choice",
    question: "What happens to your account data when your account is deleted?",
    options: [
      "It is kept for 90 days in case you change your mind",
      "It is moved to an archive that you can open later",
      LOST_FOREVER,
      "Only your email address is removed",
    ],
    correctAnswer: LOST_FOREVER,
  },
  {
    type: "true-false",
    question: "You can recover your chats after deleting your account.",
    correctAnswer: "False",
  },
  {
    type: "true-false",
    question: "Support can recover your account after cancelling.",
    correctAnswer: "False",
  },
  {
    type: "true-false",
    question: "You can pause your membership instead of cancelling to retain your chats.",
    correctAnswer: "True",
  },
];

/** Every question must be right: 4 of 4. */
export const PASS_MARK = QUESTIONS.length;

/** The answers a question offers, in the order shown. */
export function choices(question: QuizQuestion): readonly string[] {
  return question.type === "true-false" ? ["True", "False"] : question.options;
}

/** How many questions are answered right; an unanswered one counts as wrong. */
export function score(answers: Answers): number {
  return QUESTIONS.filter((question, index) => answers[index] === question.correctAnswer).length;
}
