const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an address can be a chat's at all: anything else is not worth asking the database for. */
export function isChatId(text: string): boolean {
  return UUID.test(text);
}
