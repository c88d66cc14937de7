import { createShutdown } from "./process/shutdown.ts";
import { messageOf, StartError } from "./process/start-error.ts";
import { verifyDeployment } from "./verify-deployment.ts";

const USAGE = "Usage: VERIFY_EMAIL=… VERIFY_PASSWORD=… npm run verify -- https://chat.example.com";

const shutdown = createShutdown();
try {
  const [address, ...rest] = process.argv.slice(2);
  const isAddress = address && URL.canParse(address) && /^https?:/.test(address);
  if (!isAddress || rest.length > 0) throw new StartError(USAGE);
  const interruption = new AbortController();
  const say = (line: string) => console.log(line);
  const verifying = verifyDeployment(address, process.env, say, interruption.signal);
  shutdown.add(() => {
    interruption.abort();
    return verifying;
  });
  const isWell = await verifying;
  if (!shutdown.begun) {
    console.log(isWell ? "Everything works." : "Something is wrong: see the lines above.");
    process.exit(isWell ? 0 : 1);
  }
} catch (error) {
  if (!shutdown.begun) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
