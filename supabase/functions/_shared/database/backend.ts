import {
  type AuthError,
  isAuthApiError,
  isAuthSessionMissingError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { z } from "zod";
import type { UsageLimits } from "../limits.ts";
import { databaseFault, outOfReach, Refusal } from "../refusal.ts";
import type { Database } from "./database.types.ts";
import { type InLane, openLanes } from "./lanes.ts";
import { type Begun, type Outcome, OUTCOMES } from "./outcomes.ts";
import { mayBeAlive } from "./token-rules.ts";

type SqlFunctions = Database["public"]["Functions"];
type Called = keyof typeof OUTCOMES;
/** Any argument may be null, which the generated types do not know, and one with a default may be undefined. */
type Arguments<Args> = {
  [Name in keyof Args]: Args[Name] | null | ({} extends Pick<Args, Name> ? undefined : never);
};
export type ArgumentsOf<Name extends Called> = Arguments<SqlFunctions[Name]["Args"]>;

/** How many calls of one kind a session or a member may have on the way. A person with several tabs needs fewer. */
const MOST = 4;

/** The database and the sign-in service as the functions know them. */
export type Backend = ReturnType<typeof connectBackend>;

/**
 * Limits how many calls of a member run at once: they wait for each other in the database anyway, and would take its
 * connections from everybody else.
 * @param client A client with the service role's key, whose calls end in time. It is used for calls of functions only,
 * never for tables.
 */
export function connectBackend(client: SupabaseClient<Database>, limits: UsageLimits) {
  const sessions = openLanes(MOST);
  const members = openLanes(MOST);
  // One after the other: a search takes longer than all else that a member asks for.
  const searches = openLanes(1);
  // One after the other, and beside the turns of the same member.
  const imports = openLanes(1);
  const lanes: Partial<Record<Called, InLane>> = {
    begin_turn: members,
    create_chat: members,
    rename_chat: members,
    choose_answer: members,
    see_chat: members,
    name_chat: members,
    update_instructions: members,
    restore_chat: members,
    stop_turn: members,
    count_search: searches,
    search_messages: searches,
    import_chat: imports,
    look_at_imports: imports,
    undo_import: imports,
    undoable_imports: imports,
    index_messages: openLanes(1),
  };
  /** The people whose messages are being indexed. */
  const indexing = new Set<string>();

  /**
   * Calls a SQL function and returns what it returned. Refuses with 503 when the database is out of reach, and with 500
   * when it refuses the call. Throws a ZodError for an unknown outcome.
   */
  async function call<Name extends Called>(
    name: Name,
    args: ArgumentsOf<Name>,
  ): Promise<Outcome<Name>> {
    const run = async () => {
      const { data, error } = await client.rpc(name, args as SqlFunctions[Name]["Args"]);
      if (error) throw databaseFault(error.code);
      return OUTCOMES[name].parse(data) as Outcome<Name>;
    };
    return lanes[name] && "p_user_id" in args ? lanes[name](String(args.p_user_id), run) : run();
  }

  return {
    call,
    limits,
    /**
     * The id of the person a live session's token belongs to. Refuses with 401 when the session is not alive, and with
     * 503 when the sign-in service is out of reach. Tokens that cannot be alive cost no call.
     */
    userId: (token: string) => sessions(token, () => userIdOf(client, token)),

    /** Puts copied and imported messages into the search index while `isWanted`. Rejects when a call fails. */
    async indexMessages(userId: string, isWanted: () => boolean = () => true) {
      if (indexing.has(userId)) return;
      indexing.add(userId);
      try {
        for (let outcome = "more"; outcome === "more" && isWanted();) {
          ({ outcome } = await call("index_messages", { p_user_id: userId }));
        }
      } finally {
        indexing.delete(userId);
      }
    },
  };
}

/** The arguments that name a claim to a SQL function. */
export function claimOf({ chat, answer, claim }: Begun) {
  return { p_user_id: chat.user_id, p_answer_id: answer.id, p_claim_id: claim };
}

const idOfPerson = z.uuid();

async function userIdOf(client: SupabaseClient<Database>, token: string): Promise<string> {
  if (!mayBeAlive(token, Date.now())) throw sessionEnded();
  // It throws when a body is `null`.
  const { data, error } = await client.auth.getUser(token).catch(() => {
    throw outOfReach();
  });
  if (error !== null) throw saysSessionEnded(error) ? sessionEnded() : outOfReach();
  const { success, data: id } = idOfPerson.safeParse(data.user.id);
  if (!success) throw outOfReach();
  return id;
}

/** Whether the sign-in service itself says so, in its own form. A proxy's error, or one of being busy, does not. */
function saysSessionEnded(error: AuthError): boolean {
  if (isAuthSessionMissingError(error)) return true;
  return (
    isAuthApiError(error) && error.code !== undefined && [400, 401, 403, 404].includes(error.status)
  );
}

function sessionEnded(): Refusal {
  return new Refusal(401, "unauthenticated", "Your session has ended. Please log in again.");
}
