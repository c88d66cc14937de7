/** The first stop of the Tab key on every screen. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The focus moves without a fragment in the address, which the router would take for a navigation.
        event.preventDefault();
        document.querySelector<HTMLElement>("main")?.focus();
      }}
      className="sr-only z-50 rounded-full bg-primary px-5 py-2.5 font-medium text-primary-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to main content
    </a>
  );
}
