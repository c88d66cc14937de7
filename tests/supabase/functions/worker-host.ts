// Runs the functions, and ends on a signal as the platform ends a worker: it says so, and a moment later all is over.
for (const [signal, reason] of [
  ["SIGUSR1", "wall_clock"],
  ["SIGUSR2", "cpu"],
] as const) {
  Deno.addSignalListener(signal, () => {
    dispatchEvent(new CustomEvent("beforeunload", { detail: { reason } }));
    setTimeout(() => Deno.exit(1), 2_000);
  });
}
await import("../../../supabase/local/functions/functions-host.ts");
