import { internalFault, Refusal } from "./refusal.ts";

/** Fields of a line of the log. They never hold what people write, tokens, keys or anybody's own words. */
type LogFields = Record<string, string | number>;

/** Writes one line to the log. */
export type Log = (fields: LogFields) => void;

/** What becomes the one line that a request leaves in the log. */
export type RequestLog = ReturnType<typeof startRequestLog>;

/** Starts the line of a request. */
export function startRequestLog(log: Log, first: LogFields) {
  const started = performance.now();
  const fields: LogFields = { ...first };
  const databaseCodes = new Set<string>();
  const works: Promise<unknown>[] = [];

  /** Adds the database's code behind an error that the request goes on in spite of. */
  const addSurvived = (thrown: unknown) => {
    if (thrown instanceof Refusal && thrown.databaseCode) databaseCodes.add(thrown.databaseCode);
  };
  return {
    addSurvived,
    /** Adds the fields that have a value; a later one of a field takes the place of an earlier one. */
    add: (more: Record<string, string | number | null | undefined>) => {
      for (const [name, value] of Object.entries(more)) if (value != null) fields[name] = value;
    },
    /** Adds why the request got no answer, of a fault of ours the name, and returns what its caller is told. */
    addRefusal: (thrown: unknown): Refusal => {
      addSurvived(thrown);
      const isRefusal = thrown instanceof Refusal;
      if (!isRefusal) fields["fault"] = thrown instanceof Error ? thrown.name : typeof thrown;
      const refusal = isRefusal ? thrown : internalFault();
      fields["code"] = refusal.code;
      return refusal;
    },
    /** Holds the line back until the work has settled, which goes on after the response. */
    waitFor: (work: Promise<unknown>) => {
      works.push(work);
    },
    /** Writes the line, once everything that it waits for has settled. */
    end: async () => {
      await Promise.allSettled(works);
      log({
        ...fields,
        ...(databaseCodes.size > 0 && { database: [...databaseCodes].join(" ") }),
        ms: Math.round(performance.now() - started),
      });
    },
  };
}
