import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SearchResponse } from "#contract";
import { readResults } from "./search-api.ts";
import { groupedResults, searchView } from "./search-rules.ts";

/** As many options fill the list, so that it can be scrolled. */
const FILLS = 10;
/** Where nearly all is of one chat, reading on ends here. */
const PAGES_AT_MOST = 5;

/**
 * What a search has found so far, page by page, newest first. `isCurrent`: it was found for what is typed now, and not for what was typed before.
 * @param query What to search for; what is typed becomes it a moment later.
 * @param unfolded The chats of which all results are shown.
 */
export function useSearch(
  userId: string,
  typed: string,
  query: string,
  unfolded: ReadonlySet<string>,
) {
  const search = useInfiniteQuery({
    queryKey: ["search", userId, query],
    queryFn: ({ pageParam, signal }) => readResults(userId, query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }: SearchResponse) => before,
    placeholderData: keepPreviousData,
    enabled: query !== "",
    gcTime: 60_000,
  });
  const { fetchNextPage, hasNextPage, isFetching, isError } = search;
  const results = query === "" ? [] : (search.data?.pages.flatMap((page) => page.results) ?? []);
  const entries = groupedResults(results, unfolded);
  const isCurrent = typed.trim() === query && !search.isPlaceholderData;
  const view = searchView({
    query: typed.trim(),
    isOnline: navigator.onLine,
    isError,
    isPending: isFetching || !isCurrent,
    hasMore: hasNextPage,
    count: results.length,
  });

  const canReadMore = isCurrent && hasNextPage && !isFetching && !isError;
  // A page may come with few results or none, and say where to go on.
  const isShort = (search.data?.pages.length ?? 0) < PAGES_AT_MOST && entries.length < FILLS;
  const readsOn = canReadMore && (isShort || results.length < FILLS);
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  return {
    results,
    entries,
    isCurrent,
    view,
    hasMore: hasNextPage,
    /** What went wrong with the last read, in words; null when nothing did. */
    trouble:
      view === "offline"
        ? "You are offline."
        : view === "results" && isError
          ? "More could not be read."
          : view === "failed"
            ? (search.error?.message ?? "")
            : null,
    readMore: () => {
      if (canReadMore) void fetchNextPage();
    },
    retry: () => void (results.length > 0 ? fetchNextPage() : search.refetch()),
  };
}
