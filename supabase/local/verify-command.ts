import { messageOf, StartError } from "./process/start-error.ts";
import { verifyDeployment } from "./verify-deployment.ts";

const USAGE = "Usage: VERIFY_EMAIL=… VERIFY_PASSWORD=… npm run verify -- https://chat.example.com";

try {
  const [address, ...rest] = process.argv.slice(2);
  const isAddress = address && URL.canParse(address) && /^https?:/.test(address);
  if (!isAddress || rest.length > 0) throw new StartError(USAGE);
  const isWell = await verifyDeployment(address, process.env, (line) => console.log(line));
  console.log(isWell ? "Everything works." : "Something is wrong: see the lines above.");
  process.exit(isWell ? 0 : 1);
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
