// Answers 404 when a file of an earlier build is asked for. The host would answer with the page, and browsers would
// keep it for a year under the name of a script.
export const onRequest = async ({ next }) => {
  const response = await next();
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  return isPage ? new Response("Not found.\n", { status: 404 }) : response;
};
