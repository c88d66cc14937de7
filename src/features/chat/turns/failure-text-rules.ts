import { MODEL_LABELS, type ModelId } from "#models";

/**
 * Why a reply broke off, for a page that did not hear the server's own text.
 * @param failure The code of the error as the database keeps it.
 */
export function failureText(failure: string, model: ModelId): string {
  const label = MODEL_LABELS[model];
  if (failure === "timed_out") return `${label} took too long to answer. Please try again.`;
  if (failure === "model_unavailable") return `${label} is not available at the moment.`;
  if (failure === "gone") return "This chat was deleted before the reply was complete.";
  return `${label} did not finish this reply. Please try again.`;
}
