/** Stands in for something that is loading. Give it the size of what it stands for. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-shimmer rounded-sm bg-line ${className}`} />
  );
}
