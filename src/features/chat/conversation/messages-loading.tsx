import { Skeleton } from "#ui/skeleton.tsx";

/** Stands in for a conversation that is being loaded. It is not seen for the first 150 ms: most have loaded by then. */
export function MessagesLoading() {
  return (
    <section
      aria-label="Conversation"
      aria-busy="true"
      className="flex-1 animate-late overflow-hidden"
    >
      <div className="mx-auto flex w-full max-w-measure flex-col gap-8 px-4 pt-6 sm:px-8">
        <Skeleton className="ml-auto h-11 w-2/5 rounded-xl" />
        <Lines />
        <Skeleton className="ml-auto h-11 w-3/5 rounded-xl" />
        <Lines />
      </div>
    </section>
  );
}

function Lines() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}
