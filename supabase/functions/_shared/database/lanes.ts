import type { Backend } from "./backend.ts";

/** How many calls of one kind a session or a member may have on the way. A person with several tabs has fewer. */
const MOST = 4;

/**
 * Returns a function that runs at most `most` calls with the same key at once. The others wait for their turn, in order;
 * calls with other keys do not wait for them.
 */
export function openLanes(most: number) {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < most) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await run();
    } finally {
      // Whoever waits next takes the place.
      const next = lane.waiting.shift();
      if (next) next();
      else lane.running -= 1;
      if (lane.running === 0) lanes.delete(key);
    }
  };
}

/**
 * The same backend for members who send many requests at once: only a few of them ask it at a time. The calls of one
 * member wait for each other in the database anyway, and would take its connections from everybody else.
 */
export function inLanes(backend: Backend): Backend {
  const sessions = openLanes(MOST);
  const members = openLanes(MOST);
  // One after the other: a search takes longer than all else that a member asks for.
  const searches = openLanes(1);
  const indexing = openLanes(1);
  return {
    ...backend,
    userId: (token) => sessions(token, () => backend.userId(token)),
    beginTurn: (request) => members(request.userId, () => backend.beginTurn(request)),
    createChat: (userId, ...chat) => members(userId, () => backend.createChat(userId, ...chat)),
    renameChat: (userId, ...chat) => members(userId, () => backend.renameChat(userId, ...chat)),
    chooseAnswer: (userId, ...ids) => members(userId, () => backend.chooseAnswer(userId, ...ids)),
    restoreChat: (userId, chatId) => members(userId, () => backend.restoreChat(userId, chatId)),
    stopTurn: (userId, ...ids) => members(userId, () => backend.stopTurn(userId, ...ids)),
    searchMessages: (page) => searches(page.userId, () => backend.searchMessages(page)),
    indexMessages: (userId) => indexing(userId, () => backend.indexMessages(userId)),
  };
}
