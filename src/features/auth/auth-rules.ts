export const PASSWORD_MIN_LENGTH = 6;

/** What is wrong with a new password and its repetition; null when nothing is. */
export function passwordProblem(
  password: string,
  confirmation: string,
): "short" | "differs" | null {
  if (password.length < PASSWORD_MIN_LENGTH) return "short";
  return password === confirmation ? null : "differs";
}

/** The router state of /login and /signup: where the person came from, and the e-mail they signed up with. */
export type AuthState = { readonly from?: string; readonly email?: string };

/** The parts of anything. */
const partsOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;

/**
 * Where to go after logging in: the remembered path, else `/`. Only a path of this site counts, and neither of the
 * two screens themselves.
 */
export function pathToReturn(state: unknown): string {
  const { from } = partsOf(state);
  const isPath = typeof from === "string" && /^\/(?![/\\])/.test(from);
  return isPath && !/^\/(login|signup)\b/.test(from) ? from : "/";
}

/** The e-mail to prefill /login with. */
export function emailToPrefill(state: unknown): string {
  const { email } = partsOf(state);
  return typeof email === "string" ? email : "";
}

/** The router state for a link from one of the two screens to the other. */
export function handOver(state: unknown, email?: string): AuthState {
  const from = pathToReturn(state);
  return { ...(from !== "/" && { from }), ...(email !== undefined && { email }) };
}

const OFFLINE = "The network could not be reached. Please try again.";
/** Errors in which the auth service says in words what was wrong with a request. */
const REFUSALS = new Set<unknown>(["AuthApiError", "AuthWeakPasswordError"]);

/**
 * The text of an authentication failure that is fit to show; undefined when there is none and the notice's own text
 * must do.
 */
export function readableText(error: unknown): string | undefined {
  const { name, status, code, message } = partsOf(error);
  const isUnreached = name === "AuthRetryableFetchError" && status === 0;
  if (isUnreached || name === "ImportError") return OFFLINE;
  if (!REFUSALS.has(name) || typeof message !== "string") return undefined;
  // Without a code it may not be the service that refused; the client then gives the body itself as the message.
  const isBody = code === undefined && /^[[{<]/.test(message);
  return isBody ? undefined : message.trim() || undefined;
}
