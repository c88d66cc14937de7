// Runs the functions, and ends on SIGUSR1 as the platform ends a worker: it says so, and a moment later all is over.
Deno.addSignalListener("SIGUSR1", () => {
  dispatchEvent(new CustomEvent("beforeunload", { detail: { reason: "wall_clock" } }));
  setTimeout(() => Deno.exit(1), 2_000);
});
await import("../../../supabase/local/functions/functions-host.ts");
