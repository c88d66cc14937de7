import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { SearchRequest, SearchResponse } from "#contract";
import { post } from "#lib/functions-client.ts";

/** What a search finds, page by page, newest first. What was found last stays until something else is. */
export const searchQuery = (userId: string, query: string) =>
  infiniteQueryOptions({
    queryKey: ["search", userId, query],
    queryFn: ({ pageParam, signal }) => {
      const body: SearchRequest = { query, before: pageParam };
      return post<SearchResponse>("search", body, { userId, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }: SearchResponse) => before,
    placeholderData: keepPreviousData,
    enabled: query !== "",
    gcTime: 60_000,
  });
