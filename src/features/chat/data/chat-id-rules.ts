const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a part of the address can be a chat's id. Anything else is not looked up in the database. */
export function isChatId(text: string): boolean {
  return UUID.test(text);
}
