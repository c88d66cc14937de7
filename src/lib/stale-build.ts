import { keepWaiting } from "./notices.ts";
import { readJson, writeJson } from "./storage.ts";
import { timedFetch } from "./timed-fetch.ts";

const KEY = "reloaded";
const PLACE = "sessionStorage";

/** A lazily loaded module could not be fetched, not even after a reload. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

const isPageServed = () =>
  timedFetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Notes that the page reloads for an import. False when it has already done so in this build, or cannot note it. */
function markReload(): boolean {
  // The name of the first script is another one in each build.
  const build = document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "";
  return readJson(KEY, PLACE) !== build && writeJson(KEY, build, PLACE);
}

const backOnline = () =>
  new Promise<void>((resolve) => {
    addEventListener("online", () => resolve(), { once: true });
  });

/**
 * Imports a lazily loaded module. After a deployment the old file is gone: the page then reloads once to get the new
 * one (drafts are stored, so nothing typed is lost). Without a network a reload would lose the page, so the import
 * waits until there is one again, unless it is told not to.
 * @throws ImportError when the module cannot be fetched
 */
export async function importOrReload<Module>(
  load: () => Promise<Module>,
  waits = true,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (waits && !navigator.onLine) {
      await backOnline();
      return importOrReload(load);
    }
    if ((await isPageServed()) && markReload()) {
      keepWaiting();
      location.reload();
      return new Promise<never>(() => {});
    }
    throw new ImportError("A part of the page could not be fetched.", { cause: error });
  }
}
