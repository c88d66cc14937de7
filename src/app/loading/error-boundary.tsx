import { Component, type ReactNode, Suspense } from "react";
import { NOTICES } from "#lib/notices.ts";
import { ImportError } from "#lib/stale-build.ts";
import { Button } from "#ui/button.tsx";

const BROKEN = {
  title: "Something went wrong here",
  description: "The rest of the page still works, and what you typed is kept.",
};

type Props = {
  /** Names what is shown. When it changes, an earlier failure is forgotten. */
  resetKey: string;
  /** True for what lies over the page, like a dialog: its error lies over the page too. */
  floating?: boolean;
  /** Stands in for what is still to be fetched. */
  fallback?: ReactNode;
  children: ReactNode;
};
type State = { error: unknown; resetKey: string };

/**
 * Keeps loading and failure inside one part of the page. 'Try again' renders that part again, or reloads the page when its script
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
    const { floating = false, fallback, children } = this.props;
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    const missing = error instanceof ImportError;
    const { title, description } = missing ? NOTICES.partMissing : BROKEN;
    return (
      <div
        role="alert"
        className={`m-auto grid max-w-sm justify-items-center gap-2 p-8 text-center ${floating ? "fixed inset-x-4 bottom-4 z-40 rounded-xl border border-line bg-surface-raised shadow-overlay" : ""}`}
      >
        <p className="text-lg font-semibold">{title}</p>
        <p className="text-ink-muted">{description}</p>
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
