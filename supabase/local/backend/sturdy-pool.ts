import postgres, { type ReservedSql, type Sql } from "postgres";

type Line = { sql: Sql; isBroken: boolean };

/**
 * Makes the driver lend its connections from a pool of ours, at most `most` at a time. The driver's own pool lends one
 * whose server has gone to the next who asks, and ends the process when somebody writes to it. Here whoever holds such a
 * connection gets an error with the code CONNECTION_CLOSED, and the next one gets a new connection.
 */
export function lendSturdily(driver: Sql, most: number): void {
  const lines = new Set<Line>();
  const free: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];

  const open = (): Line => {
    const onclose = () => {
      line.isBroken = true;
    };
    // The options as the driver has read them.
    const options = { ...driver.options, max: 1, onclose } as unknown as postgres.Options<{}>;
    const line: Line = { sql: postgres(options), isBroken: false };
    lines.add(line);
    return line;
  };
  const drop = (line: Line) => {
    lines.delete(line);
    line.sql.end({ timeout: 0 }).catch(() => undefined);
  };
  const borrow = async (): Promise<Line> => {
    const line = free.pop();
    if (line?.isBroken === false) return line;
    if (line) drop(line);
    return lines.size < most ? open() : new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (line: Line) => {
    if (line.isBroken) drop(line);
    const next = waiting.shift();
    if (next) next(line.isBroken ? open() : line);
    else if (!line.isBroken) free.push(line);
  };

  driver.reserve = async () => {
    const line = await borrow();
    const reserved = await line.sql.reserve().catch((error: unknown) => {
      line.isBroken = true;
      giveBack(line);
      throw error;
    });
    const unsafe: Sql["unsafe"] = (...query) => {
      if (line.isBroken) throw lost();
      return reserved.unsafe(...query);
    };
    const release = () => {
      if (!line.isBroken) reserved.release();
      giveBack(line);
    };
    return { unsafe, release } as ReservedSql;
  };
  const end = driver.end.bind(driver);
  driver.end = async (options) => {
    await Promise.all([...lines].map(({ sql }) => sql.end(options)));
    await end(options);
  };
}

function lost(): Error {
  return Object.assign(new Error("The connection to the database is lost."), {
    code: "CONNECTION_CLOSED",
  });
}
