const KEY = "reloaded-for-import";

/** A part of the product could not be fetched, not even after a reload. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

async function pageAnswers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

function mark(reloaded: boolean): boolean {
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
 * Imports a part of the product. After a new deployment the old part is gone: the page then reloads once to get the
 * new one (drafts are stored, so nothing typed is lost). Without a network a reload would lose the page, so the part
 * is waited for until there is one again.
 * @throws ImportError when the part cannot be fetched
 */
export async function importOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await load();
    mark(false);
    return module;
  } catch (error) {
    if (!navigator.onLine) {
      await backOnline();
      return importOrReload(load);
    }
    if ((await pageAnswers()) && mark(true)) {
      location.reload();
      return new Promise<never>(() => {});
    }
    throw new ImportError("A part of the page could not be fetched.", { cause: error });
  }
}
