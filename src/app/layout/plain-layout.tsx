import { Outlet } from "react-router-dom";
import { Logo } from "./logo.tsx";
import { MainArea, NoticeFoot } from "./main-area.tsx";
import { PageNotice } from "./page-notice.tsx";
import { SkipLink } from "./skip-link.tsx";

/** The screens without a sidebar: log in, sign up, not found. */
export function PlainLayout() {
  return (
    <div className="relative flex h-dvh flex-col">
      <SkipLink />
      <header className="flex h-16 shrink-0 items-center px-5 sm:px-8">
        <Logo />
      </header>
      <PageNotice />
      <NoticeFoot />
      <MainArea scrolls>
        <Outlet />
      </MainArea>
    </div>
  );
}
