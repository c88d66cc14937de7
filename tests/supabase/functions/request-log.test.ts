import { expect, it } from "vitest";
import { startRequestLog } from "../../../supabase/functions/_shared/request-log.ts";

it("an entry waits also for work that begins while it waits", async () => {
  const entries: object[] = [];
  const requestLog = startRequestLog((fields) => entries.push(fields), {});
  const later = async () => {
    await Promise.resolve();
    requestLog.add({ titleMs: 7 });
  };
  const first = async () => {
    await Promise.resolve();
    requestLog.waitFor(later());
  };
  requestLog.waitFor(first());
  await requestLog.end();
  expect(entries).toEqual([expect.objectContaining({ titleMs: 7 })]);
});
