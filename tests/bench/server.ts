import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { startFunctionsUnderTest } from "./functions.ts";
import { measureLatency } from "./latency.ts";
import { measureLoad } from "./load.ts";
import { measurePieces } from "./pieces.ts";
import { startBench } from "./product.ts";
import { printRow } from "./table.ts";

/** The rows of the server: times on the embedded database, the time to the provider and the load on PostgreSQL. */
export async function benchServer(): Promise<void> {
  const provider = await startScriptedProvider();
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  const env = { OPENAI_API_KEY: "bench", OPENAI_BASE_URL: provider.env.OPENAI_BASE_URL };

  const embedded = await startBench("embedded", env);
  const member = await embedded.member();
  const inProcess = await measureLatency(embedded, provider, member);
  inProcess.forEach(printRow);
  const functions = await startFunctionsUnderTest(embedded.product, provider.env.OPENAI_BASE_URL);
  printRow(await measurePieces(functions, provider, member));
  await functions.stop();
  await embedded.stop();

  const onPostgres = await startBench("postgres", env);
  const onServer = await measureLatency(onPostgres, provider, await onPostgres.member());
  onServer.forEach(printRow);
  const load = await measureLoad(onPostgres, provider);
  load.forEach(printRow);
  await onPostgres.stop();
  await provider.stop();
}
