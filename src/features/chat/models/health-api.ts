import type { HealthResponse } from "#contract";

/** Asks how the models do. Throws when nobody answers, or something other than this product does. */
export async function readHealth(signal: AbortSignal): Promise<HealthResponse["models"]> {
  // Status 503 says that the database is away; then every model is `unknown`.
  const response = await fetch("/api/health", { signal });
  const { models } = (await response.json()) as HealthResponse;
  return models;
}
