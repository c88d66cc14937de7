import { expect, it } from "vitest";
import { inOneLine } from "#features/chat/messages/agreement.tsx";
import { answersTo } from "#features/chat/messages/answers-rules.ts";
import { liveAnswers } from "#features/chat/turns/turn-rules.ts";
import { brokenAnswerTo, message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";

const question = message();
const REPLY = "The tower is 330 m tall. It was finished on 31 March 1889.";
const line = (content: string, reply = REPLY) =>
  inOneLine(replyTo(question, { model: "claude-4", content }), reply);

it.each([
  [
    "says so where all figures of the reply are the same",
    "Finished on 31 March 1889, it stands 330 m tall.",
    "Claude 4: same figures",
  ],
  [
    "names what both say where the reply has more figures",
    "It was finished on 31 March 1889.",
    "Claude 4 also says 31 March 1889",
  ],
  [
    "claims nothing where nothing can be compared",
    "I like it.",
    "Claude 4 has replied: nothing to compare",
  ],
])("a second opinion %s [answers.second]", (_, content, said) => {
  expect(line(content)).toBe(said);
});

it("a second opinion speaks of no figures where both replies have none [answers.second]", () => {
  const said = line("Yes, indeed.", "Yes, it is.");
  expect(said).not.toContain("same figures");
});

it("a second opinion that is being written or broke off says so [answers.second]", () => {
  const second = { model: "grok", content: "Half" } as const;
  const open = [openAnswerTo(question, second), brokenAnswerTo(question, second)];
  const live = liveAnswers([question], open, [], {
    stopping: new Set(),
    isUnread: false,
    isReading: false,
  });
  const lines = answersTo(question.id, [], live).answers.map((answer) => inOneLine(answer, REPLY));
  expect(lines).toEqual(["Grok did not finish", "Grok is checking..."]);
});
