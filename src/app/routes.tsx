import { Route, Routes } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { PlainLayout } from "./layout/plain-layout.tsx";
import { CHAT, SidebarLayout } from "./layout/sidebar-layout.tsx";
import { type LazyScreen, plainScreens, sidebarScreens } from "./screens.ts";

/** What is shown at which address. The chat screen is in the first script; the others are fetched. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SidebarLayout />}>
        <Route path={paths.home} element={<ChatScreen />} />
        <Route path={CHAT} element={<ChatScreen />} />
        {sidebarScreens.map(toRoute)}
      </Route>
      <Route element={<PlainLayout />}>{plainScreens.map(toRoute)}</Route>
    </Routes>
  );
}

const toRoute = ({ path, Screen }: LazyScreen) => (
  <Route key={path} path={path} element={<Screen />} />
);
