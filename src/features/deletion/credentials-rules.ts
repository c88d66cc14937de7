export type Credentials = { readonly email: string; readonly password: string };

/** SPEC 5: the typed email must exactly equal the signed-in person's, letter case included. */
export function emailMatches(typed: string, own: string): boolean {
  return typed === own;
}

/** SPEC 5: Continue is open once the email matches and a password is entered. */
export function mayContinue({ email, password }: Credentials, own: string): boolean {
  return emailMatches(email, own) && password !== "";
}
