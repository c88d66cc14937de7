import { Component, type ReactNode } from "react";
import { ImportError } from "#lib/stale-build.ts";
import { Button } from "#ui/button.tsx";

type Props = {
  /** Names what is shown. When it changes, an earlier failure is forgotten. */
  resetKey: string;
  /** True for what lies over the page, like a dialog: its error lies over the page too. */
  floating?: boolean;
  children: ReactNode;
};
type State = { error: unknown; resetKey: string };

/**
 * Keeps a failure inside one part of the page. 'Try again' renders that part again, or reloads the page when its script
 * could not be fetched.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error("Unknown failure") };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const missing = error instanceof ImportError;
    return (
      <div
        role="alert"
        className={`m-auto grid max-w-sm justify-items-center gap-2 p-8 text-center ${this.props.floating === true ? "fixed inset-x-4 bottom-4 z-40 rounded-xl border border-line bg-surface-raised shadow-overlay" : ""}`}
      >
        <p className="text-lg font-semibold">
          {missing ? "This part could not be loaded" : "Something went wrong here"}
        </p>
        <p className="text-ink-muted">
          {missing
            ? "Check your connection. What you typed is kept."
            : "The rest of the page still works, and what you typed is kept."}
        </p>
        <Button
          className="mt-4"
          onClick={() => (missing ? location.reload() : this.setState({ error: undefined }))}
        >
          Try again
        </Button>
      </div>
    );
  }
}
