import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Has a server listen on this machine, on a free port unless told otherwise. `stop` ends it with every connection. */
export async function serveLocally(server: Server, wanted = 0) {
  server.listen(wanted, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server, "close");
    server.close();
    // More than once: one that was being accepted meanwhile would keep it open.
    const closing = setInterval(() => server.closeAllConnections(), 50);
    server.closeAllConnections();
    await closed;
    clearInterval(closing);
  };
  return { port, origin: `http://127.0.0.1:${port}`, stop };
}
