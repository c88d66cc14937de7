type Step = () => unknown;

/** After this time the process ends, however far the steps are. */
const PATIENCE_MS = 8000;
/** One Ctrl-C arrives twice: from the terminal and from the launcher. */
const SAME_SIGNAL_MS = 1000;

/**
 * Collects what must be undone when the product ends, and undoes it in reverse order on Ctrl-C, SIGTERM, SIGHUP, or
 * when the launcher is gone. A second Ctrl-C ends at once.
 */
export function createShutdown() {
  const steps: Step[] = [];
  let begunAt: number | undefined;

  async function run(code: number): Promise<void> {
    if (begunAt !== undefined) {
      if (Date.now() - begunAt > SAME_SIGNAL_MS) process.exit(code);
      return;
    }
    begunAt = Date.now();
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        console.error("While stopping:", error);
      }
    }
    process.exit(code);
  }

  process.on("SIGINT", () => void run(130));
  process.on("SIGTERM", () => void run(143));
  process.on("SIGHUP", () => void run(129));
  process.on("disconnect", () => void run(1));

  return {
    add(step: Step): void {
      steps.push(step);
    },
    run,
    get begun(): boolean {
      return begunAt !== undefined;
    },
  };
}
