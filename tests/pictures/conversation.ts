// Replies as models write them, with the signs that they set whatever they are told.

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
