export const EARLIER_QUESTIONS = [
  "A packing list for a week in Lisbon in March",
  "Rewrite this letter so that it sounds less angry",
  "What should I read after Middlemarch?",
];

export const QUESTION = "Why do we have two high tides a day when there is only one Moon?";

export const REPLY = `Because the Moon stretches the sea on both sides of the Earth, not only on the side that faces it.

The Moon pulls hardest on the water nearest to it, so that water bulges towards the Moon. It pulls a little less on the Earth itself, and least of all on the water on the far side. Seen from the Earth, that far water is left behind: it bulges away from the Moon.

So there are two bulges. As the Earth turns, every coast passes through both of them, and most coasts see two high tides in a little less than twenty-five hours. The extra fifty minutes are the Moon's own doing: while the Earth turns once, the Moon moves on, and the coast has to catch up.`;
