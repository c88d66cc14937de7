// Replies as models write them, with the signs that they set whatever they are told.
import { ofChatGpt, ofClaude } from "../../e2e/support/import-files.ts";

export const EARLIER_QUESTIONS = [
  "A packing list for a week in Lisbon in March",
  "Rewrite this letter so that it sounds less angry",
  "What should I read after Middlemarch?",
];

export const QUESTION = "Why do we have two high tides a day when there is only one Moon?";

export const REPLY = `Because the Moon stretches the sea on **both sides** of the Earth, not only on the side that faces it.

### Where the two bulges come from

1. **Near side:** the Moon pulls hardest on the water nearest to it, so that water bulges towards the Moon.
2. **Far side:** it pulls *least* on the water behind the Earth. Seen from the Earth, that water is left behind, and bulges away from the Moon.

As the Earth turns, every coast passes through both bulges: most coasts see two high tides in about 24 hours and 50 minutes. The extra fifty minutes are the Moon's own doing. While the Earth turns once, the Moon moves on, and the coast has to catch up.

> A few coasts see only one high tide a day, because of the shape of their sea.`;

export const CODE_REPLY = `You can do it with \`for\`:

\`\`\`sh
for tide in high low; do
  echo "$tide tide at the harbour, twice in about twenty-five hours" >> tides.log
done
\`\`\`

- \`>>\` appends to the file and keeps what is in it.
- The times themselves are in the [tide tables](https://example.com/tides/tables).

---

That is all.`;

/** A long conversation, questions and answers in turn. */
export const CONVERSATION = [
  QUESTION,
  REPLY,
  "Does the Sun do it too?",
  `## The Sun's part

Yes, a bit less than half as much as the Moon. What it does depends on where the two stand:

| | Spring tide | Neap tide |
|---|---|---|
| **Moon** | new or full | first or last quarter |
| **Sun and Moon** | pull along one line | pull at right angles |
| **Range** | about 20 % above average | about 20 % below average |

- **Spring tides** have nothing to do with the season: the water *springs* up.
- **Neap tides** come a week later, when Sun and Moon undo a part of each other's work.`,
  "Explain it to a child of six.",
  `Imagine the sea is a blanket around a ball. The Moon pulls the blanket a little on one side. The ball is pulled too, so the blanket is loose on the other side as well.

**So there are two bumps**, and you ride through both of them every day!`,
];

export const EGG_QUESTION = "How long do I boil an egg so that the yolk stays soft?";

/** By provider. */
export const EGG_REPLIES = {
  openai: `For a **soft yolk**, boil a large egg for **6 minutes**, starting when it goes into boiling water.

1. Bring the water to a gentle boil.
2. Lower the egg in with a spoon, straight from the fridge.
3. After six minutes, put it into cold water for two minutes.

*Tip:* a pinch of salt makes it easier to peel.`,
  xai: `**Four minutes** is plenty for a medium egg at room temperature. Start with *cold* water, and count from the boil.

| Yolk | Minutes |
|---|---|
| runny | 4 |
| jammy | 6 |
| hard | 10 |

> At 2,000 m of altitude, add about two minutes.`,
  anthropic: `### It depends on three things

- **Size:** a large egg needs about a minute more than a medium one.
- **Temperature:** from the fridge, count 6 to 7 minutes in boiling water.
- **Altitude:** water boils cooler in the mountains, so add a minute or two.

Cool it in ice water. Babies, pregnant women and people who are ill should not eat a runny yolk unless the eggs are **pasteurised**.`,
};

/** By which letter a reply with these words is known to the model that is asked to compare. */
function letterIn(given: string, words: string): string {
  const replies = [...given.matchAll(/reply \[(.)\] begins =+\n([^]*?)\n=====/g)];
  return replies
    .flatMap(([, letter, text]) => (text?.includes(words) ? `[${letter}]` : []))
    .join(" ");
}

/** What a model writes that compares those. */
export function comparisonOf(given: string): string {
  const [six, four, three] = ["a **soft yolk**", "Four minutes", "three things"].map((words) =>
    letterIn(given, words),
  );
  return `Every reply has a soft yolk within seven minutes of boiling.

- **Time:** “starting when it goes into boiling water” ${six}, six minutes; “is plenty for a medium egg at room temperature” ${four}; “count 6 to 7 minutes in boiling water” ${three}.
- **Start:** “Bring the water to a gentle boil” ${six}, against “water, and count from the boil” ${four}, which begins cold.
- **Who should not eat it:** “should not eat a runny yolk” ${three}. The others do not warn.

What decides it is the size of your egg and how cold it is: from the fridge, six minutes.`;
}

/** What a model writes that checks the last reply of the conversation. */
export const OPINION = `Agrees in part: the picture hides why there is a bump on the far side.

- “the blanket is loose on the other side as well” [A]: it is not loose there, the Moon pulls it *less* than the ball.
- “you ride through both of them every day” [A]: on some coasts there is only one a day.

Not checked: the tide tables of your own coast.`;

/** Of a reply that was cut off. */
export const CUT_REPLY = `### A tide clock in the shell

It needs nothing but \`date\`:

\`\`\`sh
start=$(date -d "2026-11-28 04:10" +%s)
period=44714
while true; do
  now=$(date +%s)
`;

/** What people bring along. */
export const IMPORTED = [
  ofChatGpt("sourdough", "Sourdough that does not rise", "2026-10-02", [
    ["Why does my sourdough not rise?", "Most often the **starter** is too young."],
    ["How do I see that?", "- It doubles in *four* hours.\n- It floats."],
  ]),
  ofChatGpt(
    "contract",
    "What a notice period of three months means when one moves abroad",
    "2026-08-19",
    [["What does three months' notice mean?", "It means the end of the third month."]],
  ),
  ofChatGpt("regex", "Regular expression for dates", "2026-03-14", [
    ["A pattern for dates?", "```js\n/^\\d{4}-\\d{2}-\\d{2}$/\n```"],
  ]),
  ofChatGpt("piano", "Learning the piano at forty", "2025-12-27", [
    ["Is it too late?", "No. **Fifteen minutes a day** are enough."],
  ]),
];
export const IMPORTED_OF_CLAUDE = [
  ofClaude("garden", "What grows in winter", "2026-01-11", [
    ["What grows in winter?", "Kale does."],
  ]),
  ofClaude("letter", "Letter to the landlord", "2025-11-05", [
    ["Write to my landlord about the heating.", "Dear Ms Okafor,\n\nsince Monday the heating ..."],
  ]),
];
