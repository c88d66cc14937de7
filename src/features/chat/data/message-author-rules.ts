/** The person wrote a message whose direction is 'inbound'; the assistant wrote every other one. */
export function isFromPerson(message: { direction: string }): boolean {
  return message.direction === "inbound";
}
