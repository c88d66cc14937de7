import { type HealthResponse, MODEL_HEALTHS } from "../_shared/contract.ts";
import { json } from "../_shared/endpoint/http.ts";
import { MODEL_IDS, type ModelId } from "../_shared/models.ts";
import type { RequestLog } from "../_shared/request-log.ts";

/** The database is asked this often at most, however often the endpoint is called. */
const ASK_EVERY_MS = 1000;

/**
 * GET /api/health: 200 with `ok: true` while the database answers, else 503 with `ok: false`, and how each model is
 * doing. No session is needed.
 * @param ask Asks the database once: an object with a word for each model. Rejects when the database does not answer.
 */
export function health(ask: () => Promise<unknown>) {
  let asked: Promise<{ words: unknown } | { failure: unknown }> | undefined;

  const askAgain = async () => {
    try {
      return { words: await ask() };
    } catch (failure) {
      return { failure };
    } finally {
      setTimeout(() => (asked = undefined), ASK_EVERY_MS);
    }
  };

  return async (_: Request, line: RequestLog): Promise<Response> => {
    const told = await (asked ??= askAgain());
    const ok = "words" in told;
    if (!ok) line.addSurvived(told.failure);
    const models = modelsOf(ok ? told.words : undefined);
    return json({ ok, models } satisfies HealthResponse, ok ? 200 : 503);
  };
}

/** A word for each model; `unknown` where the database says none that is known. */
function modelsOf(words: unknown): HealthResponse["models"] {
  const said = new Map(Object.entries(words ?? {}) as [string, unknown][]);
  const known = (model: ModelId) => MODEL_HEALTHS.find((word) => word === said.get(model));
  const models = MODEL_IDS.map((model) => [model, known(model) ?? "unknown"]);
  return Object.fromEntries(models) as HealthResponse["models"];
}
