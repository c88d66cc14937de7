import { queryClient } from "#lib/query-client.ts";

/**
 * Has all that the page has read of a person read again.
 * @param gone The ids of chats that are no more: what is cached of them goes.
 */
export function readAllAgain(userId: string, gone: ReadonlySet<unknown> = new Set()): void {
  const isOwn = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === userId;
  queryClient.removeQueries({
    type: "inactive",
    predicate: (query) => isOwn(query) && gone.has(query.queryKey[2]),
  });
  void queryClient.invalidateQueries({ predicate: isOwn });
}
