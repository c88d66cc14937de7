import { Outlet, type RouteObject } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { PlainLayout } from "./layout/plain-layout.tsx";
import { CHAT, SidebarLayout } from "./layout/sidebar-layout.tsx";
import { NoticeHost } from "./notices/notice-host.tsx";
import { plainScreens, sidebarScreens } from "./screens.ts";

/** What is shown at which address. The chat screen is in the first script; the others are fetched. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <Outlet />
        <NoticeHost />
      </>
    ),
    children: [
      {
        Component: SidebarLayout,
        children: [
          { path: paths.home, Component: ChatScreen },
          { path: CHAT, Component: ChatScreen },
          ...sidebarScreens,
        ],
      },
      { Component: PlainLayout, children: plainScreens },
    ],
  },
];
