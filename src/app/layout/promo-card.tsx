import { links } from "#lib/env.ts";
import { ExternalLink } from "#ui/button.tsx";
import { inertInShell } from "../loading/is-shell.ts";

/** The card that promotes the browser. It stands on the home screen, and compact in the sidebar of every screen. */
export function PromoCard({ compact = false }: { compact?: boolean }) {
  return (
    <section
      {...inertInShell}
      aria-label={compact ? "Get the browser" : "Browser"}
      className={`flex items-center justify-between gap-4 rounded-lg border border-line bg-surface-raised ${compact ? "p-3.5" : "p-4 sm:px-5"}`}
    >
      <div className="grid gap-0.5">
        <p className={`font-medium ${compact ? "text-sm" : "text-[0.9375rem]"}`}>
          A calmer way to browse
        </p>
        {!compact && (
          <p className="text-sm text-ink-muted">Get the browser made to sit beside your chats.</p>
        )}
      </div>
      <ExternalLink href={links.download} variant="secondary" size="sm">
        Download
      </ExternalLink>
    </section>
  );
}
