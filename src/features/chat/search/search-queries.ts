import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { SearchResponse } from "#contract";
import { readResults } from "./search-api.ts";

/** What a search finds, page by page, newest first. What was found last stays until something else is. */
export const searchQuery = (userId: string, query: string) =>
  infiniteQueryOptions({
    queryKey: ["search", userId, query],
    queryFn: ({ pageParam, signal }) => readResults(userId, query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }: SearchResponse) => before,
    placeholderData: keepPreviousData,
    enabled: query !== "",
    gcTime: 60_000,
  });
