/** A link to the main content, the first that Tab reaches on every screen. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // A fragment in the address would be a navigation to the router.
        event.preventDefault();
        document.querySelector<HTMLElement>("main")?.focus();
      }}
      className="sr-only z-50 rounded-full bg-primary-fill px-5 py-2.5 font-medium text-primary-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to main content
    </a>
  );
}
