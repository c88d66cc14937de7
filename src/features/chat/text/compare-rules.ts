import {
  isRounded,
  type TextFact,
  factsOf,
  isSaid,
  isSaidSo,
  mayBeMeant,
  type TextFacts,
  type TextRange,
} from "./text-facts-rules.ts";

/**
 * A fact that is marked. `differs`: other texts give another one in its place; those have the same `slot`. `alone`: only
 * this text has it.
 */
export type Mark = TextRange &
  ({ readonly kind: "differs"; readonly slot: number } | { readonly kind: "alone" });

/** One place at which texts differ: what they say there, and which of them say it, by their numbers. */
export type Contested = {
  readonly slot: number;
  readonly values: readonly { readonly written: string; readonly texts: readonly number[] }[];
};

export type Differences = {
  /** Of each text, in order. */
  readonly marks: readonly (readonly Mark[])[];
  /** What every text says, as the first one that has it writes it. Bare figures only where there is nothing else, but 7.8 million. */
  readonly shared: readonly string[];
  readonly contested: readonly Contested[];
};

/** A fact, whichever texts say it. */
type Value = {
  readonly fact: TextFact;
  readonly written: string;
  readonly texts: readonly number[];
};

/** Of each kind, the first facts of a text are compared: where there are more, it is a table. */
const COMPARED_AT_MOST = 50;
const SHARED_BARE = 2;

/**
 * Where texts differ in their figures, dates, names, amounts, and yes or no (`factsOf`), and what all of them say. Which
 * one is right is not known. Two texts differ at a place where one gives a fact that the other does not, the other gives
 * one of the same kind that the first does not, and the sentences around them have two words in common, or the one beside
 * it; for the only one of its kind in another language one word is enough. What a third text gives side by side is no difference, nor a name with the same last word.
 * @param read The facts of each text.
 */
export function differences(texts: readonly string[], read = texts.map(factsOf)): Differences {
  const values = new Map<string, Value>();
  const valueFor = ({ value, or = [] }: TextFact) =>
    [value, ...or].map((one) => values.get(one)).find((one) => one !== undefined);
  read.forEach(({ facts }, index) => {
    for (const fact of facts) {
      if (valueFor(fact)) continue;
      const written = (texts[index] ?? "").slice(fact.start, fact.end);
      const says = read.flatMap((other, at) => (isSaid(fact, other) ? [at] : []));
      const value = { fact, written, texts: says };
      values.set(fact.value, value);
      if (fact.also !== undefined && !values.has(fact.also)) values.set(fact.also, value);
    }
  });

  const slots = slotsOf(read, valueFor);
  const all = [...new Set(values.values())];
  const places = [...new Set(all.map((value) => slots.get(value)))].filter(
    (slot) => slot !== undefined,
  );
  const marks = read.map((text, index) =>
    text.facts.flatMap((fact): Mark[] => {
      const { start, end } = fact;
      const value = valueFor(fact);
      const slot = value && slots.get(value);
      if (slot) return [{ start, end, kind: "differs", slot: places.indexOf(slot) }];
      // A year that stands alone agrees with a date in it.
      const isSaidInPart = (other: TextFacts, at: number) =>
        at !== index &&
        (mayBeMeant(fact, text, other) ||
          other.facts.some((part) => fact.implies.includes(part.value)));
      const isAlone = texts.length > 1 && value?.texts.length === 1 && !read.some(isSaidInPart);
      return isAlone ? [{ start, end, kind: "alone" }] : [];
    }),
  );
  const byAll = all.filter((value) => texts.length > 1 && value.texts.length === texts.length);
  const telling = byAll.filter(
    ({ fact, written }) => fact.kind !== "figure" || /\p{L}/u.test(written),
  );
  // More bare figures than two are numbers of lines, or a table.
  const told = telling.length > 0 || byAll.length > SHARED_BARE ? telling : byAll;
  // What is said more exactly, or is disputed in part, is not named.
  const isTold = ({ fact }: Value) =>
    all.every((other) => other.fact === fact || !isCoarser(fact, other.fact)) &&
    [...byAll, ...slots.keys()].every(
      (other) => other.fact === fact || !other.fact.implies.includes(fact.value),
    );
  const shared = withoutAlike(told.filter(isTold));
  const contested = places.map((together, slot) => {
    const others = withoutAlike(all.filter((value) => together.includes(value)));
    // A rounded figure may stand for several: it is counted for the one that its text gives.
    const values = others.map(({ fact, written, texts }) => {
      const isCounted = (text: TextFacts) =>
        isSaidSo(fact, text) || !others.some((other) => isSaidSo(other.fact, text));
      return { written, texts: texts.filter((at) => read.slice(at, at + 1).every(isCounted)) };
    });
    return { slot, values };
  });
  return { marks, shared: shared.map(({ written }) => written), contested };
}

const isCoarser = (one: TextFact, other: TextFact) =>
  isRounded(one, other) && (one.amount?.step ?? 0) > (other.amount?.step ?? 0);

/** Of those that say the same, for example one of them rounded, only the first. */
const withoutAlike = (values: readonly Value[]) =>
  values.filter(
    ({ fact }, at) => !values.slice(0, at).some((before) => isRounded(before.fact, fact)),
  );

/** The values that stand at one place, for each value that has others there. At one place a text gives one value. */
function slotsOf(
  read: readonly TextFacts[],
  valueFor: (fact: TextFact) => Value | undefined,
): ReadonlyMap<Value, readonly Value[]> {
  const slots = new Map<Value, readonly Value[]>();
  const pairs = read.flatMap((one, index) =>
    read.slice(index + 1).flatMap((other) => counterparts(one, other)),
  );
  const near = pairs.filter(({ nearness }) => nearness > 0);
  for (const { left, right } of near.toSorted((a, b) => b.nearness - a.nearness)) {
    const [a, b] = [valueFor(left), valueFor(right)];
    if (!a || !b || isRounded(a.fact, b.fact)) continue;
    const joined = [...new Set([...(slots.get(a) ?? [a]), ...(slots.get(b) ?? [b])])];
    const saysSeveral = (text: TextFacts) =>
      joined.filter(({ fact }) => isSaidSo(fact, text)).length > 1;
    if (!read.some(saysSeveral)) for (const value of joined) slots.set(value, joined);
  }
  return slots;
}

/** Which facts of two texts may stand at the same place. */
function counterparts(one: TextFacts, other: TextFacts) {
  const lefts = compared(one, other);
  const rights = compared(other, one);
  const areForeign = one.language !== other.language;
  const areShort = one.isOneSentence && other.isOneSentence;
  return lefts.flatMap((left) => {
    const isAlike = ({ kind }: TextFact) => kind === left.kind;
    const alike = rights.filter(isAlike);
    const isOnly = alike.length === 1 && lefts.filter(isAlike).length === 1;
    return alike.map((right) => ({
      left,
      right,
      nearness: nearnessOf(left, right, { isOnly, areForeign, areShort }),
    }));
  });
}

/** What one text says and another does not. */
function compared(text: TextFacts, other: TextFacts): readonly TextFact[] {
  const counts = new Map<string, number>();
  return text.facts.filter((fact) => {
    const count = (counts.get(fact.kind) ?? 0) + 1;
    counts.set(fact.kind, count);
    return count <= COMPARED_AT_MOST && !isSaid(fact, other) && !mayBeMeant(fact, text, other);
  });
}

/** How much speaks for it that two facts of one kind stand at the same place; 0 where they do not. */
function nearnessOf(
  left: TextFact,
  right: TextFact,
  { isOnly, areForeign, areShort }: { isOnly: boolean; areForeign: boolean; areShort: boolean },
): number {
  if (left.kind === "answer") return 1;
  const [here, there] = [left.place(), right.place()];
  const isBeside = here.beside === there.beside;
  if (left.kind === "name" && !isBeside) return 0;
  let common = 0;
  for (const word of here.around) if (there.around.has(word)) common += 1;
  // A few words are all there is of an answer to one question; of another language few are in common, or none.
  const isMeasured = left.kind !== "figure" && left.kind !== "name";
  const isBare =
    (areForeign && areShort && isMeasured) || Math.min(here.around.size, there.around.size) < 2;
  if (common === 0) return isBare && isOnly ? 0.5 : 0;
  // Figures of different things need more in common than the thing that has both.
  const areNamed = here.beside !== "" && there.beside !== "";
  if (left.kind === "figure" && (areNamed ? !isBeside : !isOnly)) return 0;
  const isEnough = isBare || (areForeign && isOnly) || (isBeside && here.beside.length > 3);
  if (!isEnough && common < 2) return 0;
  return common + (isBeside ? 1 : 0);
}
