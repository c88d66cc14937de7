import { ArrowUp, Clock, Paperclip } from "lucide-react";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { contentAt, HOME } from "#features/chat/drafts/draft-rules.ts";
import { draftStore, useDraft } from "#features/chat/drafts/draft-store.ts";
import { LimitNote } from "#features/chat/models/limit-note.tsx";
import { useModel } from "#features/chat/models/model-choice.ts";
import { type AskedModels, modelsFrom } from "#features/chat/models/model-rules.ts";
import { directionOf } from "#features/chat/text/direction-rules.ts";
import { listen } from "#lib/listen.ts";
import { trimText, withoutNul } from "#text-rules";
import { Button } from "#ui/button.tsx";
import { commandKey } from "#ui/keys.tsx";
import { NoticePlace } from "#ui/notice-place.tsx";
import { AskAll } from "./ask-all.tsx";
import { contentToSend, lengthNote } from "./content-rules.ts";
import { takeDroppedFiles, withTextFiles } from "./dropped-files.ts";
import { attachBox, focusBox, isCovered, raisesKeyboard, receivesText } from "./focused-box.ts";
import { asksAll, sendsMessage, typesText } from "./key-rules.ts";

/**
 * The field where a message is typed, of the home screen or at the foot of a chat. It grows with its text (to 200px, and
 * less in a low window), keeps a draft for its place, and calls `onSend` with the trimmed content when that may be sent.
 * It is in the first script, so that one can type before the rest of a chat is there.
 */
export function MessageBox({
  userId,
  place,
  notice,
  line,
  renderStop,
  waits = false,
  onSend,
}: {
  userId: string | null;
  /** Whose draft it holds: a chat's id, or the home screen. */
  place: string;
  /** Stands above the box, over what is there. */
  notice?: ReactNode;
  /** Stands below it, on phones in the place of the hint. */
  line?: ReactNode;
  /** The button that stops what runs, if any: in the place of the send button, or beside it when something is typed. */
  renderStop?: ((isBeside: boolean) => ReactNode) | null;
  /** Whether what is sent now waits for a reply. */
  waits?: boolean;
  /** `models`: all four, when they are asked. */
  onSend: (content: string, models?: AskedModels) => void;
}) {
  const [typed, setTyped] = useDraft(userId, place);
  const box = useRef<HTMLTextAreaElement>(null);
  const askAll = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const note = lengthNote(typed);
  const isTyped = trimText(withoutNul(typed)) !== "";
  const isHome = place === HOME;
  const model = useModel(userId, place);
  const placeholder = isHome ? "Ask anything" : "Send a message...";
  const isReady = contentToSend(typed) !== null;

  const send = (models?: AskedModels) => {
    // From the store, not from the last render: a second Enter may come before the emptied box is rendered.
    const content = contentToSend(contentAt(draftStore(userId).get(), place));
    if (content !== null) onSend(content, models);
    // On a touch screen the keyboard goes, so that the reply can be read.
    if (content !== null && raisesKeyboard()) box.current?.blur();
    else box.current?.focus();
  };

  useLayoutEffect(
    () => (box.current === null ? undefined : attachBox(box.current, place)),
    [place],
  );
  useEffect(takeDroppedFiles, []);
  useEffect(takeTyping, []);

  // For browsers that cannot size a field by its content.
  useLayoutEffect(() => {
    if (box.current === null || globalThis.CSS?.supports?.("field-sizing: content")) return;
    box.current.style.height = "auto";
    box.current.style.height = `${box.current.scrollHeight}px`;
  });

  // Two lines and more get the whole width, with the buttons below, until the box is empty. Only a single line is
  // measured: that lays out the whole text.
  const [wasTall, setTall] = useState(false);
  const isTall = typed !== "" && (wasTall || typed.includes("\n"));
  useLayoutEffect(() => {
    const { scrollHeight = 0 } = (!isTall && typed !== "" && box.current) || {};
    setTall(isTall || scrollHeight > 48);
  }, [typed, isTall]);

  const form = (
    <form
      className="@container"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div
        className={`box-edge relative flex items-end gap-x-0.5 bg-surface-raised p-2 low:p-1 shadow-raised @[30rem]:gap-x-2 ${isTall ? "tall" : isTyped && renderStop ? "@max-[30rem]:tall" : ""} ${isHome ? "rounded-[1.875rem] @[30rem]:p-2.5" : "rounded-xl"}`}
      >
        {/* Laid over its surroundings, so that nothing moves when it appears. */}
        <div className={`absolute inset-x-0 ${isHome ? "top-full" : "bottom-full"}`}>
          {!isHome && <NoticePlace />}
          <div className={`${isHome ? "pt-2.5" : "pb-2.5"} empty:hidden`}>{notice}</div>
        </div>
        <div className="flex min-h-10 items-center">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Add a text file"
            onClick={() => withTextFiles(({ chooseTextFiles }) => chooseTextFiles())}
          >
            <Paperclip aria-hidden="true" className="size-[1.125rem] text-ink-muted" />
          </Button>
        </div>
        <textarea
          ref={box}
          dir={directionOf(typed)}
          rows={1}
          value={typed}
          placeholder={placeholder}
          aria-label={placeholder}
          aria-describedby={note === null ? undefined : noteId}
          aria-invalid={note?.over === true || undefined}
          enterKeyHint="send"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (!sendsMessage(event.nativeEvent)) return;
            event.preventDefault();
            if (asksAll(event)) askAll.current?.click();
            else send();
          }}
          className="max-h-[min(200px,40dvh)] placeholder:whitespace-nowrap min-h-10 w-full min-w-0 flex-1 resize-none overflow-y-auto bg-transparent py-2 leading-6 text-ink outline-none [field-sizing:content] [unicode-bidi:plaintext]"
        />
        <div className="ml-auto flex min-h-10 items-center @[30rem]:gap-x-2">
          {renderStop?.(isTyped)}
          {(isTyped || !renderStop) && (
            <>
              <AskAll
                ref={askAll}
                userId={userId}
                isReady={isReady}
                onAsk={() => send(modelsFrom(model))}
              />
              <Button
                type="submit"
                variant="primary"
                size="icon"
                aria-label={waits && isTyped ? "Send after this reply" : "Send message"}
                disabled={!isReady}
                className="relative"
              >
                <ArrowUp aria-hidden="true" className="size-[1.125rem]" />
                {waits && isTyped && (
                  <Clock
                    aria-hidden="true"
                    className="absolute -right-1 -bottom-1 size-4 rounded-full bg-surface-raised text-primary"
                  />
                )}
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="flex min-h-5.5 items-center justify-between gap-4 px-3 pt-1.5 text-xs text-ink-muted low:min-h-0 low:pt-0">
        <p className={line ? "truncate @max-[30rem]:hidden" : ""}>
          {!isHome && (
            <span className="low:hidden has-[+*]:max-sm:hidden has-[+*]:*:last:hidden">
              <span>Press Enter to send, Shift + Enter for new line</span>
              <span
                className={line ? "hidden" : "@max-[36rem]:hidden"}
              >{` · ${commandKey()} + Enter to ask all four`}</span>
            </span>
          )}
          <LimitNote userId={userId} />
        </p>
        <div className="contents">{line}</div>
        {note !== null && (
          <span
            id={noteId}
            className={`whitespace-nowrap ${note.over ? "font-medium text-danger" : ""}`}
          >
            {note.text}
          </span>
        )}
      </div>
    </form>
  );
  if (isHome) return form;
  return (
    <div
      data-chat-box
      className="relative mx-auto w-full max-w-measure px-3 pb-2 sm:px-8 low:pb-1 print:hidden"
    >
      {form}
    </div>
  );
}

/** Gives the box the focus when text is typed that nothing else on the page receives: no field, no dialog and no menu. */
const takeTyping = () =>
  // While the key goes down, so that its character is typed in the box.
  listen(document, ["keydown"], (event) => {
    const { target, defaultPrevented } = event;
    if (defaultPrevented || !(target instanceof HTMLElement) || receivesText(target)) return;
    const isOnControl = target.closest("a, button, [tabindex]:not(main)") !== null;
    if (!isCovered() && typesText(event, isOnControl)) focusBox(true);
  });
