import type { Page } from "@playwright/test";

type Entry = readonly [key: string, value: unknown];

/** What the browser keeps of chats. */
export const storedCopies = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Entry[]>((resolve, reject) => {
        const opening = indexedDB.open("copies");
        opening.onupgradeneeded = () => opening.result.createObjectStore("reads");
        opening.addEventListener("error", () => reject(opening.error));
        opening.onsuccess = () => {
          const store = opening.result.transaction("reads").objectStore("reads");
          const [keys, values] = [store.getAllKeys(), store.getAll()];
          values.addEventListener("success", () => {
            opening.result.close();
            resolve(keys.result.map((key, at) => [key as string, values.result[at]]));
          });
        };
      }),
  );
