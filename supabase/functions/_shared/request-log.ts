import { Refusal } from "./refusal.ts";

/** Fields of a line of the log. They never hold what people write, tokens, keys or anybody's own words. */
type LogFields = Record<string, string | number>;
type PossibleFields = Record<string, string | number | null | undefined>;

/** Writes one line to the log. */
export type Log = (line: LogFields) => void;

/** What becomes the one line that a request leaves in the log. */
export type RequestLog = {
  /** Adds the fields that have a value; a later one of a field takes the place of an earlier one. */
  add: (fields: PossibleFields) => void;
  /** Adds why the request got no answer: the code of a refusal, or the name of another error. */
  addRefusal: (thrown: unknown) => void;
  /** Adds the database's code behind an error that the request goes on in spite of. */
  addSurvived: (thrown: unknown) => void;
  /** Holds the line back until the work has settled, which goes on after the response. */
  waitFor: (work: Promise<unknown>) => void;
};

/** Starts the line of a request. `end` writes it, once everything that it waits for has settled. */
export function startRequestLog(log: Log, first: LogFields): RequestLog & { end: () => void } {
  const started = performance.now();
  const fields: LogFields = { ...first };
  const databaseCodes = new Set<string>();
  const works: Promise<unknown>[] = [];

  const addDatabaseCode = (thrown: unknown) => {
    if (thrown instanceof Refusal && thrown.databaseCode) databaseCodes.add(thrown.databaseCode);
  };
  const write = () =>
    log({
      ...fields,
      ...(databaseCodes.size > 0 && { database: [...databaseCodes].join(" ") }),
      ms: Math.round(performance.now() - started),
    });

  return {
    add: (more) => {
      for (const [name, value] of Object.entries(more)) if (value != null) fields[name] = value;
    },
    addRefusal: (thrown) => {
      addDatabaseCode(thrown);
      Object.assign(
        fields,
        thrown instanceof Refusal
          ? { code: thrown.code }
          : { code: "internal", fault: thrown instanceof Error ? thrown.name : typeof thrown },
      );
    },
    addSurvived: addDatabaseCode,
    waitFor: (work) => {
      works.push(work);
    },
    end: () => {
      if (works.length === 0) write();
      else void Promise.allSettled(works).then(write);
    },
  };
}
