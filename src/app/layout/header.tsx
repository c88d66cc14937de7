import { Menu, Search } from "lucide-react";
import { useLocation } from "react-router-dom";
import { NewChatButton } from "#features/chat/chats/new-chat-button.tsx";
import { ModelChooser } from "#features/chat/models/model-chooser.tsx";
import { upgradeLink } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { askToLogIn, useUserId } from "#lib/session.ts";
import { Button, ButtonLink, ExternalLink } from "#ui/button.tsx";
import { inertInShell, IS_SHELL } from "../loading/is-shell.ts";
import { openedDialog } from "../shortcuts/opened-dialog.ts";
import { FoldButton } from "./fold-button.tsx";
import { Logo } from "./logo.tsx";

/**
 * The header. On chat screens it has the model chooser and 'Upgrade to Go', for visitors 'Log in' and 'Sign up', and New
 * Chat while the sidebar is not on the screen. On other screens it has the button that brings the sidebar back, and is
 * empty beside the sidebar.
 */
export function Header({
  isChat,
  chatId,
  onOpenDrawer,
}: {
  isChat: boolean;
  chatId: string | null;
  onOpenDrawer: () => void;
}) {
  const userId = useUserId();
  return (
    <header
      {...inertInShell}
      className={`flex h-14 low:h-11 shrink-0 items-center px-2 sm:gap-1 sm:px-4 print:hidden ${isChat ? "" : "border-b border-line md:unfolded:max-lg:hidden lg:border-transparent"}`}
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="md:hidden"
        onClick={onOpenDrawer}
      >
        <Menu aria-hidden="true" className="size-5" />
      </Button>
      <FoldButton folds={false} />
      {isChat ? (
        <>
          <ModelChooser userId={userId} chatId={chatId} />
          <span className="grow" />
          {/* Left of what everybody has, so that nothing moves when it comes. */}
          {!IS_SHELL && userId === null && <VisitorLinks />}
          {!IS_SHELL && (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Search chats"
              className="max-md:hidden md:unfolded:hidden"
              onClick={userId === null ? askToLogIn : () => openedDialog.set("search")}
            >
              <Search aria-hidden="true" className="size-5" />
            </Button>
          )}
          {!IS_SHELL && (
            <NewChatButton
              isIcon
              className={`md:unfolded:hidden ${userId === null ? "max-md:hidden" : "max-[21rem]:hidden"}`}
            />
          )}
          <ExternalLink href={upgradeLink(userId)} announce="button" variant="secondary" size="sm">
            Upgrade to Go
          </ExternalLink>
        </>
      ) : (
        <Logo className="lg:unfolded:hidden" />
      )}
    </header>
  );
}

/** On a phone there is no room for 'Sign up', and on the narrowest ones for neither. */
function VisitorLinks() {
  const { pathname } = useLocation();
  const look = {
    state: { from: pathname },
    variant: "ghost",
    size: "sm",
    announce: "link",
  } as const;
  return (
    <>
      <ButtonLink
        to={paths.login}
        {...look}
        className="shrink-0 max-sm:px-2.5 max-[23rem]:px-1.5 max-[22rem]:hidden"
      >
        Log in
      </ButtonLink>
      <ButtonLink to={paths.signup} {...look} className="max-sm:hidden sm:mr-1">
        Sign up
      </ButtonLink>
    </>
  );
}
