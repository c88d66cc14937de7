/** The one inline script of index.html, by the hash of its text. */
const INLINE_SCRIPT = "'sha256-RS/0pPOBJtLlP4yYY/9dqcvZ1OLViaIcW3vGyy2sB9Y='";

/** `connect`: origins that the pages may connect to besides their own. `hotReload`: allow what Vite needs for it. */
export type HeaderOptions = { connect?: readonly string[]; hotReload?: boolean };

/** The security headers of every response. The files for other hosts are compared with these. */
export function securityHeaders({ connect = [], hotReload = false }: HeaderOptions = {}) {
  return {
    "Content-Security-Policy": contentPolicy(connect, hotReload),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}

function contentPolicy(connect: readonly string[], hotReload: boolean): string {
  return [
    "default-src 'self'",
    // Vite's React preamble is an inline script.
    `script-src 'self' ${hotReload ? "'unsafe-inline'" : INLINE_SCRIPT}`,
    // sonner and Radix put style elements and attributes into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect, ...(hotReload ? ["ws:"] : [])].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // `text` makes HTML that shows a text as it is (insert-text.ts), `import-worker` knows one address (chat-worker.ts).
    ...(hotReload
      ? []
      : ["require-trusted-types-for 'script'", "trusted-types text import-worker"]),
  ].join("; ");
}
