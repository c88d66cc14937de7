import { Menu } from "lucide-react";
import { ModelChooser } from "#features/chat/models/model-chooser.tsx";
import { upgradeLink } from "#lib/env.ts";
import { useSession } from "#lib/session.ts";
import { Button, ExternalLink } from "#ui/button.tsx";
import { Logo } from "./logo.tsx";
import { inertInShell } from "./is-shell.ts";

/** The header. Chat screens have the model chooser and 'Upgrade to Go'; others show it only in narrow windows. */
export function Header({
  isChat,
  chatId,
  onMenu,
}: {
  isChat: boolean;
  chatId: string | null;
  onMenu: () => void;
}) {
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  return (
    <header
      {...inertInShell}
      className={`flex h-14 shrink-0 items-center gap-1 px-2 sm:px-4 print:hidden ${isChat ? "" : "border-b border-line md:hidden"}`}
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
        <>
          <ModelChooser userId={userId} chatId={chatId} />
          <ExternalLink
            href={upgradeLink(userId)}
            announce="button"
            variant="secondary"
            size="sm"
            className="ml-auto"
          >
            Upgrade to Go
          </ExternalLink>
        </>
      ) : (
        <Logo />
      )}
    </header>
  );
}
