import { type ReactNode, use, useMemo } from "react";
import { UNSAFE_NavigationContext } from "react-router-dom";
import { Drawer } from "#ui/drawer.tsx";
import { isMenuState } from "./use-menu.ts";

/** The sidebar in narrow windows. */
export function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      label="Menu"
    >
      <InPlaceOfMenu>{children}</InPlaceOfMenu>
    </Drawer>
  );
}

/** Links in the drawer replace its history entry, so that Back leads to the page that was under it. */
function InPlaceOfMenu({ children }: { children: ReactNode }) {
  const context = use(UNSAFE_NavigationContext);
  const inPlace = useMemo(() => {
    const { navigator } = context;
    const push: typeof navigator.push = (...to) => {
      const { usr } = (history.state ?? {}) as { usr?: unknown };
      return isMenuState(usr) ? navigator.replace(...to) : navigator.push(...to);
    };
    return { ...context, navigator: { ...navigator, push } };
  }, [context]);
  return <UNSAFE_NavigationContext value={inPlace}>{children}</UNSAFE_NavigationContext>;
}
