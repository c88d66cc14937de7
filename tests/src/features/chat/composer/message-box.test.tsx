import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { MessageBox } from "#features/chat/composer/message-box.tsx";

/** Types one character as a browser does, without waiting for React. */
function typeKey(field: HTMLTextAreaElement, key: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
  value?.set?.call(field, field.value + key);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

function dawdle(): void {
  for (const end = performance.now() + 40; performance.now() < end;);
}

/** Takes so long to draw that React leaves the rest of its work for later, and calls back once all is on the screen. */
function Slow({ onDrawn }: { onDrawn: () => void }) {
  dawdle();
  useLayoutEffect(() => queueMicrotask(onDrawn), [onDrawn]);
  return null;
}

it("keeps every key that is typed as soon as a box is on the screen [typing.home]", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    vi.unstubAllGlobals();
  });
  const box = () => {
    const field = place.querySelector("textarea");
    if (field === null) throw new Error("There is no box yet.");
    return field;
  };
  const typed = Promise.withResolvers<void>();
  const onDrawn = () => {
    typeKey(box(), "3");
    typeKey(box(), "!");
    typed.resolve();
  };
  startTransition(() =>
    root.render(
      <>
        <QueryClientProvider client={new QueryClient()}>
          <MessageBox userId="u1" place="c1" onSend={vi.fn<(content: string) => void>()} />
        </QueryClientProvider>
        <Slow onDrawn={onDrawn} />
      </>,
    ),
  );
  await typed.promise;
  await vi.waitFor(() => expect(box().value).toBe("3!"));
});
