import { useEffect } from "react";

/** The product's name has one place: the page's `application-name`. Empty where there is no such page. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? "";

/** Sets the document's title: `Title · Product`, or the product alone without one. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = [title, siteName()].filter(Boolean).join(" · ");
  }, [title]);
}
