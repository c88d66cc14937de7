/** How many seconds one reply may take, all tries together, unless the variable REPLY_SECONDS says otherwise. */
export const REPLY_SECONDS = 140;

/** How many seconds a worker of the platform lives, from its birth, unless the variable WORKER_SECONDS says otherwise. */
export const WORKER_SECONDS = 150;

/** How many milliseconds of processor time the platform gives a request, unless the variable WORKER_CPU_MS says otherwise. */
export const WORKER_CPU_MS = 2000;

/** A reply ends this many seconds before its worker, which then stores it or releases its claim. */
export const WORKER_MARGIN_SECONDS = 5;

/** Within how many seconds a turn as JSON responds: hosts give up a silent request after 120 s. */
export const JSON_SECONDS = 110;

/** For how many seconds storing a whole reply is tried while the database is away. */
export const STORE_SECONDS = 65;

/** How many seconds a turn can take after its reply has ended at the last moment: the database may be away then. */
export const AFTER_REPLY_SECONDS = STORE_SECONDS + 5;

/** The longest turn in seconds, unless the variable REPLY_SECONDS says otherwise. */
export const TURN_SECONDS = REPLY_SECONDS + AFTER_REPLY_SECONDS;

/** The stream of a turn has a heartbeat this often, from its first byte to its last. */
export const HEARTBEAT_SECONDS = 15;

/** A stream that is silent for so many seconds has lost its connection: at least two heartbeats did not come. */
export const STREAM_SILENCE_SECONDS = 45;

/** How many seconds a page waits for a call that no model has a part in, and for a question to be stored. */
export const CALL_SECONDS = 30;

/** How long a claim on an answer lasts unless the function that writes the answer renews it. */
export const CLAIM_SECONDS = 20;

/** How often that function renews it, and stores what it has written for other pages. */
export const CLAIM_RENEWAL_SECONDS = 3;

/** A claim that a page has seen unchanged for this long is dead: it has run out, with some seconds for the way. */
export const CLAIM_DEAD_AFTER_SECONDS = CLAIM_SECONDS + 5;
