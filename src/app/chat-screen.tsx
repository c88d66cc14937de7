import { PromoCard } from "./promo-card.tsx";

/** SPEC 2, main chat screen. */
export function ChatScreen() {
  return (
    <div className="m-auto w-full max-w-measure px-5">
      <h1 tabIndex={-1} className="text-center text-3xl font-semibold tracking-tight">
        Hi, how can I help you?
      </h1>
      <PromoCard />
    </div>
  );
}
