import postgres, { type ReservedSql, type Sql } from "postgres";

type Connection = { sql: Sql; isBroken: boolean };

/**
 * Makes the driver lend its connections from a pool of ours, at most `most` at a time. The driver's own pool lends one
 * whose server has gone to the next who asks, and ends the process when somebody writes to it. Here such a connection
 * fails with the code CONNECTION_CLOSED, and the next request gets a new one.
 */
export function lendSturdily(driver: Sql, most: number): void {
  const connections = new Set<Connection>();
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  const open = (): Connection => {
    const onclose = () => {
      connection.isBroken = true;
    };
    // The options as the driver has read them.
    const options = { ...driver.options, max: 1, onclose } as unknown as postgres.Options<{}>;
    const connection: Connection = { sql: postgres(options), isBroken: false };
    connections.add(connection);
    return connection;
  };
  const drop = (connection: Connection) => {
    connections.delete(connection);
    connection.sql.end({ timeout: 0 }).catch(() => undefined);
  };
  const borrow = async (): Promise<Connection> => {
    const connection = free.pop();
    if (connection?.isBroken === false) return connection;
    if (connection) drop(connection);
    return connections.size < most ? open() : new Promise((resolve) => waiting.push(resolve));
  };
  const returnToPool = (connection: Connection) => {
    if (connection.isBroken) drop(connection);
    const next = waiting.shift();
    if (next) next(connection.isBroken ? open() : connection);
    else if (!connection.isBroken) free.push(connection);
  };

  driver.reserve = async () => {
    const connection = await borrow();
    const reserved = await connection.sql.reserve().catch((error: unknown) => {
      connection.isBroken = true;
      returnToPool(connection);
      throw error;
    });
    const unsafe: Sql["unsafe"] = (...query) => {
      if (connection.isBroken) throw lost();
      return reserved.unsafe(...query);
    };
    const release = () => {
      if (!connection.isBroken) reserved.release();
      returnToPool(connection);
    };
    return { unsafe, release } as ReservedSql;
  };
  const end = driver.end.bind(driver);
  driver.end = async (options) => {
    await Promise.all([...connections].map(({ sql }) => sql.end(options)));
    await end(options);
  };
}

function lost(): Error {
  return Object.assign(new Error("The connection to the database is lost."), {
    code: "CONNECTION_CLOSED",
  });
}
