import { startRunningProduct, UNLIMITED } from "../../e2e/support/running-product.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { newMemberSession } from "../support/member-session.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { measureEvents } from "./events.ts";
import { startFunctionsUnderTest } from "./functions.ts";
import { measureLatency } from "./latency.ts";
import { measureLoad } from "./load.ts";
import { measureLoading } from "./loading.ts";
import { measurePieces } from "./pieces.ts";
import { printRow } from "./table.ts";

/** The rows of the server: what an event and loading a function cost, times on the embedded database, the time to the provider and the load on PostgreSQL. */
export async function benchServer(): Promise<void> {
  printRow(await measureEvents());
  printRow(measureLoading());
  const provider = await startScriptedProvider();
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  const env = { OPENAI_API_KEY: "bench", OPENAI_BASE_URL: provider.env.OPENAI_BASE_URL };

  const embedded = await startRunningProduct({ env: { ...UNLIMITED, ...env } });
  const member = await newMemberSession(embedded);
  (await measureLatency(embedded, "embedded", provider, member)).forEach(printRow);
  const functions = await startFunctionsUnderTest(embedded, provider.env.OPENAI_BASE_URL);
  printRow(await measurePieces(functions, provider, member));
  await functions.stop();
  await embedded.stop();

  const server = await startPostgres();
  const databaseUrl = await server.createDatabase("bench");
  const product = await startRunningProduct({
    env: { ...UNLIMITED, ...env, DATABASE_URL: databaseUrl },
  });
  const other = await newMemberSession(product);
  (await measureLatency(product, "PostgreSQL", provider, other)).forEach(printRow);
  (await measureLoad(product, databaseUrl, provider)).forEach(printRow);
  await product.stop();
  await server.stop();
  await provider.stop();
}
