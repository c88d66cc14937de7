import { type HealthResponse, MODEL_HEALTHS } from "../_shared/contract.ts";
import { json } from "../_shared/endpoint/http.ts";
import { MODEL_IDS, type ModelId } from "../_shared/models.ts";
import type { RequestLog } from "../_shared/request-log.ts";

/** The database is asked this often at most, however often the endpoint is called. */
const ASK_EVERY_MS = 1000;

/** What the database said of the models, or the error that it failed with. */
type Told = { health: unknown } | { failure: unknown };

/**
 * GET /api/health: 200 with `ok: true` while the database answers, else 503 with `ok: false`, and how each model is
 * doing. No session is needed.
 * @param ask Asks the database once: an object with a word for each model. Rejects when the database does not answer.
 * @param now A clock in milliseconds that nobody can set.
 */
export function health(ask: () => Promise<unknown>, now: () => number) {
  let asked: { at: number; pending: boolean; told: Promise<Told> } | undefined;

  const askAgain = () => {
    const told = ask().then(
      (models): Told => ({ health: models }),
      (failure: unknown): Told => ({ failure }),
    );
    const current = { at: now(), pending: true, told };
    void told.then(() => {
      current.pending = false;
    });
    return current;
  };

  return async (_: Request, line: RequestLog): Promise<Response> => {
    if (asked === undefined || (!asked.pending && now() - asked.at >= ASK_EVERY_MS)) {
      asked = askAgain();
    }
    const told = await asked.told;
    const ok = "health" in told;
    if (!ok) line.addSurvived(told.failure);
    const models = modelsOf(ok ? told.health : undefined);
    return json({ ok, models } satisfies HealthResponse, ok ? 200 : 503);
  };
}

/** A word for each model; `unknown` where the database says none that is known. */
function modelsOf(words: unknown): HealthResponse["models"] {
  const said = new Map(Object.entries(words ?? {}) as [string, unknown][]);
  return Object.fromEntries(
    MODEL_IDS.map((model) => [
      model,
      MODEL_HEALTHS.find((word) => word === said.get(model)) ?? "unknown",
    ]),
  ) as Record<ModelId, HealthResponse["models"][ModelId]>;
}
