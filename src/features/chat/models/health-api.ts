import type { HealthResponse } from "#contract";
import { timedFetch } from "#lib/timed-fetch.ts";

/** Reads how the models are doing. Throws without a response, and for one that is not this product's. */
export async function readHealth(signal: AbortSignal): Promise<HealthResponse["models"]> {
  // Status 503 says that the database is away; then every model is `unknown`.
  const response = await timedFetch("/api/health", { signal });
  const { models } = (await response.json()) as HealthResponse;
  return models;
}
