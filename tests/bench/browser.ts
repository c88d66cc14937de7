import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { sessionOf } from "../../e2e/support/chat-history.ts";
import { testChromium } from "../../e2e/support/chromium.ts";
import type { Member, RunningProduct } from "../../e2e/support/running-product.ts";
import { machineSpeed } from "./machine.ts";

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...testChromium(), args: ["--no-sandbox", "--disable-gpu"] });
}

/** A browser profile in which a member is signed in. */
export async function signedIn(
  browser: Browser,
  product: RunningProduct,
  member: Member,
): Promise<BrowserContext> {
  const value = JSON.stringify(await sessionOf(product, member));
  const localStorage = [{ name: "sb-localhost-auth-token", value }];
  return browser.newContext({
    baseURL: product.origin,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: product.origin, localStorage }] },
  });
}

/** Conditions of a network, as the browser's debugger takes them. */
type Network = Record<"latency" | "downloadThroughput" | "uploadThroughput", number>;

/** A device four times slower than the reference machine, as the browser's debugger takes it. */
export const slowDevice = () => ({ rate: Math.max(1, 4 * machineSpeed()) });

/** A new page on a slow network and a slow device. */
export async function openSlowPage(context: BrowserContext, network: Network): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await session.send("Emulation.setCPUThrottlingRate", slowDevice());
  return page;
}

/** The page's main thread in milliseconds of work so far, and its heap in bytes after a collection. */
export async function openMeter(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return {
    busyMs: async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
    },
    heap: async () => {
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    },
  };
}
