import { lazy, Suspense, useEffect } from "react";
import { useStore } from "#lib/store.ts";
import { searchOpen } from "./search-open.ts";

const SearchDialog = lazy(async () => ({
  default: (await import("./search-dialog.tsx")).SearchDialog,
}));
const close = () => searchOpen.set(false);

/** Shows the search when `searchOpen` says so. */
export function SearchHost({ userId }: { userId: string }) {
  const isOpen = useStore(searchOpen, (open) => open);

  // Not open for whoever logs in next.
  useEffect(() => close, []);

  return <Suspense>{isOpen && <SearchDialog userId={userId} onClose={close} />}</Suspense>;
}
