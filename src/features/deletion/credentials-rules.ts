export type TypedCredentials = { readonly email: string; readonly password: string };

/** Whether the typed email is exactly the signed-in person's, letter case included. */
export function emailMatches(typed: string, own: string): boolean {
  return typed === own;
}

/** Whether Continue is enabled: the email matches and a password is entered. */
export function mayContinue({ email, password }: TypedCredentials, own: string): boolean {
  return emailMatches(email, own) && password !== "";
}
