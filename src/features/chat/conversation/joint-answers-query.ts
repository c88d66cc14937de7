import { queryOptions } from "@tanstack/react-query";

/**
 * The component that shows several answers side by side. It is read like data, before the messages are shown: a
 * fallback of Suspense would stand in its place for 300 ms, also when the code is here much sooner.
 */
export const jointAnswersQuery = queryOptions({
  queryKey: ["joint-answers"],
  queryFn: async () => (await import("#features/chat/messages/joint-answers.tsx")).JointAnswers,
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: true,
});
