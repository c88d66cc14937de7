import { useEffect, useRef, useState } from "react";
import { download } from "#lib/download.ts";
import { Button } from "#ui/button.tsx";
import { useCopy } from "#ui/use-copy.ts";
import { type ImportReport, type ReportLine, reportText } from "./import-report-rules.ts";
import { WindowedList } from "./windowed-list.tsx";

/** The region 'What was imported': counts, and what was not imported, or not wholly, and why. */
export function ReportRegion({ report }: { report: ImportReport }) {
  const text = reportText(report);
  const [said, setSaid] = useState("");
  const { said: copied, copy } = useCopy(text, setSaid);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const save = () => {
    const fileName = `imported-${new Date().toISOString().slice(0, 10)}.txt`;
    download(new Blob([text]), { fileName, mime: "text/plain" });
  };
  return (
    <section aria-labelledby="imported" className="grid grid-cols-1 gap-4">
      <div>
        <div className="flex items-center gap-2">
          <h3
            ref={heading}
            id="imported"
            tabIndex={-1}
            className="min-w-0 flex-1 text-base font-semibold"
          >
            What was imported
          </h3>
          <Button size="sm" onClick={copy}>
            {copied ?? "Copy"}
          </Button>
          <Button size="sm" onClick={save}>
            Save as file
          </Button>
          <output className="sr-only">{said}</output>
        </div>
        {report.counts.map((count, at) => (
          <p key={count} className={at === 0 ? "mt-2" : "mt-1 text-sm text-ink-muted"}>
            {count}
          </p>
        ))}
        {report.ended !== null && (
          <p className="mt-3 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
            {`${report.ended} What was imported until then stays.`}
          </p>
        )}
      </div>
      <ReportLines title="Not imported" lines={report.notImported} />
      <ReportLines title="Partly imported" lines={report.notWhole} />
      <ReportLines title="Could not be read" lines={report.notRead} />
    </section>
  );
}

/** How high a line of the report is, about, in pixels. */
const LINE_PX = 57;

function ReportLines({ title, lines }: { title: string; lines: readonly ReportLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="min-w-0">
      <h4 className="mb-2 text-sm font-medium">{`${title} (${lines.length.toLocaleString("en-US")})`}</h4>
      <ReasonList label={title} lines={lines} />
    </div>
  );
}

/** Chats, each with a reason. */
export function ReasonList({ label, lines }: { label: string; lines: readonly ReportLine[] }) {
  return (
    <WindowedList
      items={lines}
      label={label}
      about={LINE_PX}
      isFocusable
      className="max-h-[min(11rem,20dvh)]"
    >
      {({ name, why }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may be called the same, and none comes or goes
        <li key={at} className="px-4 py-2 text-sm">
          <span dir="auto" className="block truncate text-left font-medium">
            {name}
          </span>
          <span className="block text-ink-muted">{why}</span>
        </li>
      )}
    </WindowedList>
  );
}
