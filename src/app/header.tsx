import { Menu } from "lucide-react";
import { links } from "#lib/env.ts";
import { Button, ExternalLink } from "#ui/button.tsx";
import { Logo } from "./logo.tsx";

/** SPEC 2, header: the model chooser and 'Upgrade to Go'; beside the chat only what a narrow screen needs. */
export function Header({ isChat, onMenu }: { isChat: boolean; onMenu: () => void }) {
  return (
    <header
      className={`flex h-14 shrink-0 items-center gap-2 px-3 sm:px-4 print:hidden ${isChat ? "" : "border-b border-line md:hidden"}`}
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="md:hidden"
        onClick={onMenu}
      >
        <Menu aria-hidden="true" className="size-5" />
      </Button>
      {isChat ? (
        <ExternalLink
          href={links.upgrade}
          announce="button"
          variant="secondary"
          size="sm"
          className="ml-auto"
        >
          Upgrade to Go
        </ExternalLink>
      ) : (
        <Logo />
      )}
    </header>
  );
}
