const KEY = "reloaded-for-import";

/** A lazily loaded module could not be fetched, not even after a reload. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

async function isPageServed(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Notes that the page reloads for an import, or that imports work again. False when it has reloaded already. */
function markReload(reloaded: boolean): boolean {
  try {
    if (!reloaded) sessionStorage.removeItem(KEY);
    else if (sessionStorage.getItem(KEY) === null) sessionStorage.setItem(KEY, "1");
    else return false;
    return true;
  } catch {
    return false;
  }
}

const backOnline = () =>
  new Promise<void>((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true });
  });

/**
 * Imports a lazily loaded module. After a deployment the old file is gone: the page then reloads once to get the new
 * one (drafts are stored, so nothing typed is lost). Without a network a reload would lose the page, so the import
 * waits until there is one again.
 * @throws ImportError when the module cannot be fetched
 */
export async function importOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await load();
    markReload(false);
    return module;
  } catch (error) {
    if (!navigator.onLine) {
      await backOnline();
      return importOrReload(load);
    }
    if ((await isPageServed()) && markReload(true)) {
      location.reload();
      return new Promise<never>(() => {});
    }
    throw new ImportError("A part of the page could not be fetched.", { cause: error });
  }
}
