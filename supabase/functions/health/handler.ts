import { type HealthResponse, MODEL_HEALTHS } from "../_shared/contract.ts";
import { json } from "../_shared/endpoint/http.ts";
import { MODEL_IDS, type ModelId } from "../_shared/models.ts";
import type { RequestLog } from "../_shared/request-log.ts";

/** The database is asked this often at most, however often the endpoint is called. */
const ASK_EVERY_MS = 1000;

/**
 * GET /api/health: 200 with `ok: true` while the database responds, else 503 with `ok: false`, how each model is doing,
 * and the newest migration that the database has. No session is needed.
 * @param ask Calls the SQL function `health` once. Rejects when the database does not respond.
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

  return async (_: Request, requestLog: RequestLog): Promise<Response> => {
    const result = await (asked ??= askAgain());
    const ok = "words" in result;
    if (!ok) requestLog.addSurvived(result.failure);
    const fields = new Map(Object.entries((ok ? result.words : null) ?? {}) as [string, unknown][]);
    const migration = fields.get("migration");
    const body = {
      ok,
      models: modelsOf(fields),
      migration: typeof migration === "string" ? migration : null,
    } satisfies HealthResponse;
    return json(body, ok ? 200 : 503);
  };
}

/** A word for each model; `unknown` where the database has none, or one that is not known. */
function modelsOf(fields: ReadonlyMap<string, unknown>): HealthResponse["models"] {
  const known = (model: ModelId) => MODEL_HEALTHS.find((word) => word === fields.get(model));
  const models = MODEL_IDS.map((model) => [model, known(model) ?? "unknown"]);
  return Object.fromEntries(models) as HealthResponse["models"];
}
