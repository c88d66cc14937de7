/** What serves a request. */
export type ServedBy = "functions" | "file" | "home" | "page" | "nothing";

/** Folders of the project, of Vite and of the backend that nobody may ask for. */
const PRIVATE =
  /^\/(?:[@_]|(?:node_modules|src|supabase|tests|e2e|public|dist|functions|storage|realtime|graphql|pg|rest|auth)(?:\/|$))/;
const FILE_LIKE =
  /\.(?:[cm]?[jt]sx?|css|json|map|toml|sql|ya?ml|lock|md|env|log|sh|html?|txt|xml)$/i;

/**
 * What serves `url` of a built product, if not the backend: the functions, a file of the build, one of the two pages, or
 * nothing. Whatever looks like a file or a private folder is nothing, so that it never gets a page with status 200.
 * `isFile` says whether the build has a file at a path.
 */
export function servedBy(url: string, isFile: (path: string) => boolean): ServedBy {
  const path = pathOf(url);
  if (path === undefined) return "nothing";
  if (path.startsWith("/api/")) return "functions";
  // Whatever follows, the app opens and shows that there is no such chat.
  if (path.startsWith("/chats/")) return "page";
  if (path.split("/").some((segment) => segment.startsWith("."))) return "nothing";
  if (path.endsWith(".map") || PRIVATE.test(path)) return "nothing";
  if (path === "/" || path === "/index.html") return "home";
  if (path === "/app.html") return "page";
  if (isFile(path)) return "file";
  return path.startsWith("/assets/") || FILE_LIKE.test(path) ? "nothing" : "page";
}

/** Whether `npm run dev` refuses `url`. Vite serves the sources, but dot files and the backend's own paths stay hidden. */
export function isHiddenInDevelopment(url: string): boolean {
  const path = pathOf(url);
  if (path === undefined) return true;
  if (path.startsWith("/chats/")) return false;
  return /^\/_system(\/|$)|\/\.(?!vite\/)/.test(path);
}

/** The path, decoded where it can be; undefined when it holds a NUL or a backslash. */
function pathOf(url: string): string | undefined {
  if (url.startsWith("/chats/")) return "/chats/?";
  const [path = ""] = url.split(/[?#]/, 1);
  try {
    const decoded = decodeURIComponent(path);
    return /[\0\\]/.test(decoded) ? undefined : decoded;
  } catch {
    return path;
  }
}
