import { beginReads } from "./src/app/first-reads.ts";

// Run by vite.documents.ts while the app is built: what a member's page asks the backend for first. first-paint.js asks for
// it before the app's scripts are there.

const USER = "00000000-0000-7000-8000-00000000000a";
const CHAT = "00000000-0000-7000-8000-00000000000b";

/** The paths and queries that are read at an address, without those that were read before. */
async function requestsAt(pathname: string): Promise<string[]> {
  const requests: string[] = [];
  const session = { access_token: "any", expires_at: 1e12, user: { id: USER } };
  const localStorage = { getItem: () => JSON.stringify(session) };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  globalThis.fetch = (input) => {
    const { pathname: path, search } = new URL(input as string);
    requests.push((path + search).replace(USER, "USER").replace(CHAT, "CHAT"));
    return Promise.resolve(Response.json([]));
  };
  await beginReads(USER, { pathname, hash: "" } as Location);
  return requests;
}

/** Of every page of a member. USER and CHAT stand for the ids. */
export const list = await requestsAt("/");
/** What a chat's page asks for besides. */
export const chat = await requestsAt(`/chats/${CHAT}`);
