import { internalFault, Refusal } from "./refusal.ts";

/** Fields of a log entry. They never hold tokens, keys, or what people write. */
type LogFields = Record<string, string | number>;

/** Writes an entry to the log. */
export type Log = (fields: LogFields) => void;

/** The one log entry of a request, while it is collected. */
export type RequestLog = ReturnType<typeof startRequestLog>;

/** Starts the entry of a request. */
export function startRequestLog(log: Log, first: LogFields) {
  const started = performance.now();
  const fields: LogFields = { ...first };
  const databaseCodes = new Set<string>();
  const works: Promise<unknown>[] = [];

  /** Adds the database's code of an error that does not end the request. */
  const addSurvived = (thrown: unknown) => {
    if (thrown instanceof Refusal && thrown.databaseCode) databaseCodes.add(thrown.databaseCode);
  };
  return {
    addSurvived,
    /** Adds the fields that have a value; later ones replace earlier ones. */
    add: (more: Record<string, string | number | null | undefined>) => {
      for (const [name, value] of Object.entries(more)) if (value != null) fields[name] = value;
    },
    /** Adds the code of the error that ends the request, and the name of a fault of ours. Returns the Refusal. */
    addRefusal: (thrown: unknown): Refusal => {
      addSurvived(thrown);
      const isRefusal = thrown instanceof Refusal;
      if (!isRefusal) fields["fault"] = thrown instanceof Error ? thrown.name : typeof thrown;
      const refusal = isRefusal ? thrown : internalFault();
      fields["code"] = refusal.code;
      return refusal;
    },
    /** Has the entry wait for work that goes on after the response. */
    waitFor: (work: Promise<unknown>) => {
      works.push(work);
    },
    /** Writes the entry, once everything that it waits for has settled. */
    end: async () => {
      while (works.length > 0) await Promise.allSettled(works.splice(0));
      log({
        ...fields,
        ...(databaseCodes.size > 0 && { database: [...databaseCodes].join(" ") }),
        ms: Math.round(performance.now() - started),
      });
    },
  };
}
