import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { counted } from "#lib/counted.ts";
import { upgradeLink } from "#lib/env.ts";
import { listen } from "#lib/listen.ts";
import { membershipKey, type MembershipState } from "#lib/membership.ts";
import type { Awaited } from "#lib/patience.ts";
import { timeLeft } from "#lib/progress-rules.ts";
import { refusalAhead } from "#lib/refusal-rules.ts";
import { serverTime } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Progress } from "#ui/progress.tsx";
import { SITE_NAME } from "#ui/title.ts";
import { Wall } from "#ui/wall.tsx";
import { isChosenAtFirst } from "./found-list-rules.ts";
import { FoundChats } from "./found-list.tsx";
import { emptyChatsLine } from "./import-report-rules.ts";
import { ReasonList, ReportRegion } from "./import-report.tsx";
import { type FoundInFiles, importSteps, NO_FILES, type Stage } from "./import-steps.ts";
import { UndoImports } from "./undo-imports.tsx";

const WAITING: Readonly<Record<Awaited, string>> = {
  connection: "No connection. The import continues when you are back online.",
  server: "The server is busy. Trying again...",
};

/** The dialog 'Import chats', from the choice of files to the report. Closing it cancels what is running. */
export function ImportDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [stage, setStage] = useState(NO_FILES);
  const [{ open, start, cancel, reset, end }] = useState(() => importSteps(userId, setStage));
  useEffect(() => end, [end]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isUndone, setUndone] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const refusal = useRefusal(userId);
  const list = stage.at === "list" ? stage.list : null;
  // Each list begins with its own choice.
  const [known, setKnown] = useState(list);
  if (list !== null && list !== known) {
    setKnown(list);
    setChosen(new Set(list.rows.filter(isChosenAtFirst).map(({ row }) => row)));
  }
  const isImporting = stage.at === "importing";
  return (
    <Dialog
      // A cancelled import still shows its report.
      onClose={isImporting ? cancel : onClose}
      ignoresOutside={isImporting}
      size="large"
      title="Import chats"
      description={stage.at === "files" ? ABOUT : undefined}
      initialFocus={files}
      actions={
        <>
          {stage.at === "done" ? (
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button
              busy={isImporting && stage.isStopping}
              onClick={
                isImporting
                  ? cancel
                  : stage.at === "files" || list?.rows.length === 0
                    ? onClose
                    : reset
              }
            >
              Cancel
            </Button>
          )}
          {list !== null && list.rows.length > 0 && (
            <Button
              variant="primary"
              disabled={chosen.size === 0 || refusal !== null}
              onClick={() => void start(list, chosen)}
            >
              {`Import ${counted(chosen.size, "chat")}`}
            </Button>
          )}
        </>
      }
    >
      {stage.at === "files" && (
        <>
          <FilesField ref={files} onFiles={(chosen) => void open(chosen)} />
          {stage.problem !== null && (
            <p
              role="alert"
              className="mt-4 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger"
            >
              {stage.problem}
            </p>
          )}
          <UndoImports userId={userId} />
        </>
      )}
      {list !== null && (
        <div className="grid grid-cols-1 gap-4">
          {list.rows.length > 0 ? (
            <FoundChats rows={list.rows} chosen={chosen} onChoose={setChosen} />
          ) : (
            <p>{[NONE_FOUND, emptyChatsLine(list.all), FROM].filter(Boolean).join(" ")}</p>
          )}
          <Problems {...list} />
          {list.rows.length === 0 && (
            <FilesField ref={files} onFiles={(chosen) => void open(chosen)} />
          )}
          {refusal !== null && list.rows.length > 0 && (
            <Wall {...refusal} href={upgradeLink(userId)} />
          )}
        </div>
      )}
      {/* The live region is there from the beginning: screen readers announce only what changes in it. */}
      <Running stage={stage} />
      {stage.at === "done" && (
        <>
          {!isUndone && <ReportRegion report={stage.report} />}
          <UndoImports userId={userId} only={stage.importId} onUndone={() => setUndone(true)} />
        </>
      )}
    </Dialog>
  );
}

const FROM = `Chats can come from ChatGPT, Claude, Open WebUI, LibreChat, chatbot-ui, or an export of ${SITE_NAME}.`;

const NONE_FOUND = "No chats were found in these files.";

const ABOUT = `${FROM} Your files never leave this computer: they are read here, and only the text of the chats that you choose is sent.`;

/** Why the person may not import, in words; null where they may, or where that is not known. */
function useRefusal(userId: string) {
  const key = membershipKey(userId);
  const { data, dataUpdatedAt } = useQuery<MembershipState>({ queryKey: key, enabled: false });
  const [openedAt] = useState(() => serverTime());
  return refusalAhead(data, "Importing", Math.max(openedAt, serverTime(dataUpdatedAt)));
}

/** The field 'Files to import'. Files can be dropped anywhere while it is there. */
function FilesField({
  ref,
  onFiles,
}: {
  ref: React.Ref<HTMLInputElement>;
  onFiles: (files: readonly File[]) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    const { dataTransfer: held } = event;
    if (held === null || !held.types.includes("Files")) return;
    // The browser would open them instead of the page.
    event.preventDefault();
    event.stopPropagation();
    held.dropEffect = "copy";
    setOver(event.type === "dragover");
    if (event.type === "drop") onFiles([...held.files]);
  });
  const onLeave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setOver(false);
  });
  useEffect(() => {
    const endDrag = listen(document, ["dragover", "drop"], (event) => onDrag(event), {
      capture: true,
    });
    const endLeave = listen(document, ["dragleave"], (event) => onLeave(event));
    return () => {
      endDrag();
      endLeave();
    };
  }, []);
  return (
    <div
      className={`relative grid justify-items-center gap-1 rounded-lg border border-dashed px-6 py-9 text-center transition-colors has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-primary ${isOver ? "border-primary bg-primary-soft" : "border-line-strong hover:bg-hover"}`}
    >
      <FileUp aria-hidden="true" strokeWidth={1.5} className="mb-2 size-8 text-primary" />
      <label htmlFor={id} className="font-medium">
        Files to import
      </label>
      <p id={`${id}-hint`} className="text-sm text-ink-muted">
        Choose the ZIP as you downloaded it, or JSON files, or drop them here.
      </p>
      <input
        ref={ref}
        id={id}
        type="file"
        multiple
        accept=".json,.zip,application/json,application/zip"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  );
}

/** What could not be read, folded away. */
function Problems({ rows, problems, all }: FoundInFiles) {
  const count = problems.length + all.moreProblems;
  if (count === 0) return null;
  return (
    <details open={rows.length === 0} className="text-sm">
      <summary className="rounded-sm text-ink-muted hover:text-ink">
        {`${count === 1 ? "One thing" : `${count.toLocaleString("en-US")} things`} could not be read`}
      </summary>
      <div className="mt-2">
        <ReasonList
          label="Not read"
          lines={problems.map(({ file, title, problem }) => ({
            name: title ?? file,
            why: problem,
          }))}
        />
      </div>
    </details>
  );
}

/** The progress of the reading or the import, and what it waits for. */
function Running({ stage }: { stage: Stage }) {
  const isReading = stage.at === "reading";
  const isImporting = stage.at === "importing";
  const awaited = isReading || isImporting ? stage.awaited : null;
  const said =
    awaited !== null
      ? WAITING[awaited]
      : isImporting
        ? stage.isStopping
          ? "Finishing the chats that were started..."
          : timeLeft(stage.progress)
        : null;
  const [value, max] = isReading
    ? [stage.readBytes, stage.ofBytes]
    : isImporting
      ? [stage.progress.done, stage.progress.total ?? 1]
      : [0, 1];
  return (
    <div
      className={`grid gap-2 text-sm text-ink-muted ${isReading || isImporting ? "" : "sr-only"}`}
    >
      {(isReading || isImporting) && (
        <Progress label={isReading ? "Reading" : "Import"} value={value} max={Math.max(max, 1)} />
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        {isReading && (
          <span>
            {stage.readBytes < stage.ofBytes
              ? `Reading your files: ${counted(stage.chats, "chat")} so far`
              : `${counted(stage.chats, "chat")} found. Looking what is here already...`}
          </span>
        )}
        {isImporting && (
          <span>{`${value.toLocaleString("en-US")} of ${counted(max, "message")}`}</span>
        )}
        <output>{said}</output>
      </div>
    </div>
  );
}
