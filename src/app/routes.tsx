import { Route, Routes } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { CHAT, SidebarLayout } from "./sidebar-layout.tsx";
import { PlainLayout } from "./plain-layout.tsx";
import * as screens from "./screens.ts";

/** SPEC 2, route table. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SidebarLayout />}>
        <Route path={paths.home} element={<ChatScreen />} />
        <Route path={CHAT} element={<ChatScreen />} />
        <Route path={paths.settings} element={<screens.Settings />} />
        <Route path={paths.account} element={<screens.Account />} />
        <Route path={paths.membership} element={<screens.Membership />} />
        <Route path={paths.manageMembership} element={<screens.ManageMembership />} />
        <Route path={paths.deletion} element={<screens.Deletion />} />
        <Route path={paths.color} element={<screens.Color />} />
        <Route path={paths.safety} element={<screens.Safety />} />
        <Route path={paths.support} element={<screens.Support />} />
        <Route path={paths.terms} element={<screens.Terms />} />
        <Route path={paths.privacy} element={<screens.Privacy />} />
        <Route path={`${paths.settings}/*`} element={<screens.NotFound />} />
      </Route>
      <Route element={<PlainLayout />}>
        <Route path={paths.login} element={<screens.Login />} />
        <Route path={paths.signup} element={<screens.Signup />} />
        <Route path="*" element={<screens.NotFound />} />
      </Route>
    </Routes>
  );
}
