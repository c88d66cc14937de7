export type TypedCredentials = { readonly email: string; readonly password: string };

/** Whether Continue is enabled: the email is exactly the signed-in person's, and a password is entered. */
export function mayContinue({ email, password }: TypedCredentials, own: string): boolean {
  return email === own && password !== "";
}
