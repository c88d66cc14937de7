import type { ServerResponse } from "node:http";
import type { Connect } from "vite";
import { messageOf } from "../process/start-error.ts";

/** The proxy's response when the functions are out of reach. */
export function sendUnavailable(response: ServerResponse): void {
  send(
    response,
    503,
    "unavailable",
    "The service cannot be reached right now. Please try again in a moment.",
  );
}

/** Responds to any error of the middlewares before it. Without it connect would show the error's stack. */
export const respondToFault: Connect.ErrorHandleFunction = (error, _request, response, _next) => {
  console.error(messageOf(error));
  send(response, 500, "internal", "Something went wrong. Please try again in a moment.");
};

function send(
  response: ServerResponse,
  status: number,
  code: "unavailable" | "internal",
  error: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ error, code }));
}
