import { PostgrestClient } from "@supabase/postgrest-js";
import { beginReads } from "./src/app/first-reads.ts";

// Run by vite.documents.ts while the app is built: what a member's page asks the backend for first. first-paint.js asks for
// it before the app's scripts are there.

const USER = "00000000-0000-7000-8000-00000000000a";
const CHAT = "00000000-0000-7000-8000-00000000000b";

let requests: string[] = [];

/** Stands in for src/lib/database.ts: notes each read, and finds nothing. */
export async function database() {
  const fetch = (input: unknown) => {
    const { pathname, search } = new URL(String(input));
    requests.push((pathname + search).replace(USER, "USER").replace(CHAT, "CHAT"));
    return Promise.resolve(Response.json([]));
  };
  return new PostgrestClient("http://backend/rest/v1", { fetch });
}

/** The paths and queries that are read at an address, without those that were read before. */
async function requestsAt(pathname: string): Promise<readonly string[]> {
  requests = [];
  await beginReads(USER, { pathname, hash: "" } as Location);
  return requests;
}

/** Of every page of a member. USER and CHAT stand for the ids. */
export const list = await requestsAt("/");
/** What a chat's page asks for besides. */
export const chat = await requestsAt(`/chats/${CHAT}`);
