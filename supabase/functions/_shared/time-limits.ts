/** How many seconds one reply may take, all tries together, unless the variable REPLY_SECONDS says otherwise. */
export const REPLY_SECONDS = 140;

/** For how many seconds storing a whole reply is tried while the database is away. */
export const STORE_SECONDS = 65;

/**
 * How many seconds the stream of a turn may be silent: a model that says nothing until the last moment, and then a
 * database that is away. Whoever waits for a reply, a page or a proxy, waits at least this long.
 */
export const STREAM_SILENCE_SECONDS = REPLY_SECONDS + STORE_SECONDS + 5;

/** How many seconds a page waits for a call that no model has a part in, and for a question to be stored. */
export const CALL_SECONDS = 30;

/** How long a claim on an answer lasts unless the function that writes the answer renews it. */
export const CLAIM_SECONDS = 20;

/** How often that function renews it, and writes what it has so far for other pages. */
export const CLAIM_RENEWAL_SECONDS = 3;

/** A claim that a page has seen unchanged for this long is dead: it has run out, with some seconds for the way. */
export const CLAIM_DEAD_AFTER_SECONDS = CLAIM_SECONDS + 5;
