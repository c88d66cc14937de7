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
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-primary px-5 py-2.5 font-medium text-primary-ink shadow-overlay focus:translate-y-0"
    >
      Skip to main content
    </a>
  );
}
