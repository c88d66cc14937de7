import { useEffect } from "react";

/** The product's name. index.html and public/manifest.webmanifest have it too. */
export const SITE_NAME = "Quartet";

/** Sets the document's title: `Title · Product`, or the product alone without one. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? SITE_NAME : `${title} · ${SITE_NAME}`;
  }, [title]);
}
