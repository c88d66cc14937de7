// Passes /api/<name> on to the project's functions.
const FUNCTIONS = "https://YOUR-PROJECT-REF.supabase.co/functions/v1/";

export const onRequest = ({ request, params }) =>
  fetch(new Request(FUNCTIONS + params.name, request));
