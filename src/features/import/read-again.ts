import { queryClient } from "#lib/query-client.ts";

/**
 * Refetches everything that the page has read of a person.
 * @param gone The ids of chats that no longer exist, whose cache is removed.
 */
export function readAllAgain(userId: string, gone: ReadonlySet<unknown> = new Set()): void {
  const isOwn = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === userId;
  queryClient.removeQueries({
    type: "inactive",
    predicate: (query) => isOwn(query) && gone.has(query.queryKey[2]),
  });
  void queryClient.invalidateQueries({ predicate: isOwn });
}
