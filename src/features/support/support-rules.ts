/** The support form. SPEC 2 (/settings/support) names its fields; SPEC 5 leaves their checks to us. */
export type SupportMessage = {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
};

export type SupportErrors = { readonly [Field in keyof SupportMessage]?: string };

export const EMPTY_MESSAGE: SupportMessage = { name: "", email: "", subject: "", message: "" };

/** Something, one @, something, with no space: the mail server has the last word. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What is wrong with each field; no entry means nothing is. */
export function checkMessage({ name, email, subject, message }: SupportMessage): SupportErrors {
  return {
    ...(name.trim() === "" && { name: "Please enter your name" }),
    ...(!EMAIL.test(email.trim()) && {
      email: "Please enter an e-mail address that we can answer to, like name@example.com",
    }),
    ...(subject.trim() === "" && { subject: "Please enter a subject" }),
    ...(message.trim() === "" && { message: "Please enter a message" }),
  };
}

/**
 * A `mailto:` address that opens the person's own mail program with the message written out.
 * Line breaks are CRLF as RFC 6068 asks.
 */
export function mailtoLink(to: string, { name, email, subject, message }: SupportMessage): string {
  const body = `${message.trim()}\n\n${name.trim()}\n${email.trim()}`.replace(/\r?\n/g, "\r\n");
  return `mailto:${encodeAddress(to)}?subject=${encode(subject.trim())}&body=${encode(body)}`;
}

function encodeAddress(address: string): string {
  return encode(address).replace("%40", "@");
}

/** `encodeURIComponent` throws on half a surrogate pair, which a cut-off paste can leave behind. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
