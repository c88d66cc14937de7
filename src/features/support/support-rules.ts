export const EMPTY_MESSAGE = { name: "", email: "", subject: "", message: "" };

/** What is typed into the support form. */
export type SupportMessage = Readonly<typeof EMPTY_MESSAGE>;
export type SupportErrors = { readonly [Field in keyof SupportMessage]?: string | undefined };

/** One @ with something on both sides and no space. Whether the address exists, only the mail server knows. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What is wrong with each field; no entry means nothing is. */
export function checkMessage({ name, email, subject, message }: SupportMessage): SupportErrors {
  return {
    ...(name.trim() === "" && { name: "Please enter your name" }),
    ...(!EMAIL.test(email.trim()) && {
      email: "Please enter an email address that we can answer to, like name@example.com",
    }),
    ...(subject.trim() === "" && { subject: "Please enter a subject" }),
    ...(message.trim() === "" && { message: "Please enter a message" }),
  };
}

/** Reads a draft from any value that storage held. What is no text is left out. */
export function toDraft(stored: unknown): Partial<SupportMessage> {
  const kept = Object.entries(stored ?? {}).filter(
    ([field, text]) => field in EMPTY_MESSAGE && typeof text === "string",
  );
  return Object.fromEntries(kept);
}

/** The email's text: the message, then who wrote it. */
export function letter({ name, email, message }: SupportMessage): string {
  return `${message.trim()}\n\n${name.trim()}\n${email.trim()}`;
}

/**
 * A `mailto:` address that opens the person's own mail program with the message written out.
 * Line breaks are CRLF as RFC 6068 asks.
 */
export function mailtoLink(to: string, message: SupportMessage): string {
  const body = letter(message).replace(/\r?\n/g, "\r\n");
  return `mailto:${encodeAddress(to)}?subject=${encode(message.subject.trim())}&body=${encode(body)}`;
}

function encodeAddress(address: string): string {
  return encode(address).replace("%40", "@");
}

/** `encodeURIComponent` throws on half a surrogate pair, which a cut-off paste can leave behind. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
