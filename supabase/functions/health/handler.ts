import { json } from "../_shared/http.ts";
import { MODEL_IDS } from "../_shared/models.ts";

/** The database is asked this often at most, however often the endpoint is called. */
const ASK_EVERY_MS = 1000;

/**
 * GET /api/health: 200 with `ok: true` while the database answers, else 503 with `ok: false`. No session is needed.
 * @param isUp Asks the database once; resolves to false, or rejects, when it does not answer.
 * @param now A clock in milliseconds that nobody can set.
 */
export function health(isUp: () => Promise<boolean>, now: () => number) {
  let asked: { at: number; pending: boolean; answer: Promise<boolean> } | undefined;

  const ask = () => {
    const current = { at: now(), pending: true, answer: isUp().catch(() => false) };
    void current.answer.then(() => {
      current.pending = false;
    });
    return current;
  };

  return async (): Promise<Response> => {
    if (asked === undefined || (!asked.pending && now() - asked.at >= ASK_EVERY_MS)) asked = ask();
    const ok = await asked.answer;
    const models = Object.fromEntries(MODEL_IDS.map((model) => [model, "unknown"]));
    return json({ ok, models }, ok ? 200 : 503);
  };
}
