import { Skeleton } from "#ui/skeleton.tsx";

/** Stands in for chats that are being loaded. */
export function ChatRows() {
  return ["w-4/5", "w-3/5", "w-2/3"].map((width) => (
    <div key={width} className="px-3 py-2.5">
      <Skeleton className={`h-4 ${width}`} />
    </div>
  ));
}
