export const EARLIER_QUESTIONS = [
  "A packing list for a week in Lisbon in March",
  "Rewrite this letter so that it sounds less angry",
  "What should I read after Middlemarch?",
];

export const QUESTION = "Why do we have two high tides a day when there is only one Moon?";

export const REPLY = `Because the Moon stretches the sea on both sides of the Earth, not only on the side that faces it.

The Moon pulls hardest on the water nearest to it, so that water bulges towards the Moon. It pulls a little less on the Earth itself, and least of all on the water on the far side. Seen from the Earth, that far water is left behind: it bulges away from the Moon.

So there are two bulges. As the Earth turns, every coast passes through both of them, and most coasts see two high tides in a little less than twenty-five hours. The extra fifty minutes are the Moon's own doing: while the Earth turns once, the Moon moves on, and the coast has to catch up.`;

/** A long conversation, questions and answers in turn. */
export const CONVERSATION = [
  QUESTION,
  REPLY,
  "Does the Sun do it too?",
  `Yes, a bit less than half as much as the Moon. When both pull along one line, at new and full moon, the tides are highest: spring tides. When they pull at right angles, the tides are lowest: neap tides.

1. Spring tides: new moon and full moon
2. Neap tides: first and last quarter, when Sun and Moon stand at right angles seen from the Earth and undo a part of each other's work
3. The range between them may be more than double

- The Moon gives about two thirds of it
- The Sun gives the rest`,
  "Explain it to a child of six.",
  "Imagine the sea is a blanket around a ball. The Moon pulls the blanket a little on one side. The ball is pulled too, so the blanket is loose on the other side as well.",
];
