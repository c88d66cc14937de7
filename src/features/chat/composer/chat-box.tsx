import type { ComponentProps, ReactNode } from "react";
import { commandKey } from "#ui/keys.tsx";
import { MessageBox } from "./message-box.tsx";

type Props = Omit<ComponentProps<typeof MessageBox>, "placeholder" | "hint" | "isRound"> & {
  /** What stands behind the hint. */
  left?: ReactNode;
};

/** The box at the foot of a chat. It is in the first script, so that one can type before the rest of a chat is there. */
export function ChatBox({ left, ...props }: Props) {
  return (
    <div
      data-chat-box
      className="relative mx-auto w-full max-w-measure px-3 pb-3 sm:px-8 print:hidden"
    >
      <MessageBox
        {...props}
        placeholder="Send a message..."
        hint={
          <>
            <span className="has-[+*]:max-sm:hidden has-[+*]:*:last:hidden">
              <span>Press Enter to send, Shift + Enter for new line</span>
              <span className="@max-[36rem]:hidden"> · {commandKey()} + Enter to ask all four</span>
            </span>
            {left}
          </>
        }
      />
    </div>
  );
}
