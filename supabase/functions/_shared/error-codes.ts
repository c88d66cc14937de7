/** The text of every error for want of an access token. */
export const NO_TOKEN = "No authentication token found";

/** The codes by which a program tells one error of an endpoint from another. */
export const ERROR_CODES = [
  "invalid_request",
  "unauthenticated",
  "membership_required",
  "not_found",
  "method_not_allowed",
  "conflict",
  "gone",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "provider_failed",
  "model_unavailable",
  "timed_out",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Whether a value that came over the wire is one of the codes. A newer server may know more of them. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return ERROR_CODES.some((code) => code === value);
}
