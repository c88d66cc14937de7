import { type ReactNode, useMemo } from "react";
import { Drawer } from "#ui/drawer.tsx";
import {
  currentAddress,
  NavigateContext,
  type NavigateFunction,
  useNavigate,
} from "#ui/router.tsx";
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
  const navigate = useNavigate();
  const inPlace = useMemo<NavigateFunction>(
    () => (to, options) => {
      const replace = options?.replace === true || isMenuState(currentAddress().state);
      navigate(to, { ...options, replace });
    },
    [navigate],
  );
  return <NavigateContext value={inPlace}>{children}</NavigateContext>;
}
