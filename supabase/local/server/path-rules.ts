/** What answers a request, by its path. */
export type Answerer = "backend" | "functions" | "file" | "home" | "page" | "nothing";

const BACKEND = ["/auth/v1/", "/rest/v1/"];
/** Folders of the project, of Vite and of the backend that a curious request may name. */
const PRIVATE =
  /^\/(?:[@_]|(?:node_modules|src|supabase|tests|e2e|public|dist|functions|storage|realtime|graphql|pg|rest|auth)(?:\/|$))/;
const FILE_LIKE =
  /\.(?:[cm]?[jt]sx?|css|json|map|toml|sql|ya?ml|lock|md|env|log|sh|html?|txt|xml)$/i;

/**
 * Who answers `url` of a built product: exactly `/rest/v1`, `/auth/v1`, `/api`, the build's files and the app's
 * pages; everything else is nothing's, so that a wrong guess never gets the app with status 200.
 * `isFile` says whether the build has a file of that path.
 */
export function answererOf(url: string, isFile: (path: string) => boolean): Answerer {
  const path = pathOf(url);
  if (path === undefined) return "nothing";
  if (BACKEND.some((prefix) => path.startsWith(prefix))) return "backend";
  if (path.startsWith("/api/")) return "functions";
  // A chat's address may hold any junk and still ends on a calm screen (PROMISES, "Browser").
  if (path.startsWith("/chats/")) return "page";
  if (path.split("/").some((segment) => segment.startsWith("."))) return "nothing";
  if (path.endsWith(".map") || PRIVATE.test(path)) return "nothing";
  if (path === "/" || path === "/index.html") return "home";
  if (path === "/app.html") return "page";
  if (isFile(path)) return "file";
  return path.startsWith("/assets/") || FILE_LIKE.test(path) ? "nothing" : "page";
}

/** Under development Vite serves the sources too, but nothing hidden and nothing of the backend's own. */
export function isHiddenInDevelopment(url: string): boolean {
  const path = pathOf(url);
  if (path === undefined) return true;
  if (path.startsWith("/chats/")) return false;
  return /^\/_system(\/|$)|\/\.(?!vite\/)/.test(path);
}

/** The decoded path; undefined when it cannot be decoded or holds what no path of ours does. */
function pathOf(url: string): string | undefined {
  if (url.startsWith("/chats/")) return "/chats/?";
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "");
    return /[\0\\]/.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
