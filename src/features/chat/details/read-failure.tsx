import { Button } from "#ui/button.tsx";

/** Says that a part of the dialog could not be read. */
export function ReadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex items-center justify-between gap-4 text-sm text-danger">
      This could not be read.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
