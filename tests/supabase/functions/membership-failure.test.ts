import { createClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { connectBackend } from "../../../supabase/functions/_shared/database/backend.ts";
import type { Database } from "../../../supabase/functions/_shared/database/database.types.ts";
import { readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";

it("an event that the database refuses is refused as unavailable, and the log has the database's code without its words", async () => {
  const client = createClient<Database>("http://backend.test", "key", {
    global: {
      fetch: async () =>
        Response.json({ code: "23514", message: "you@example.com" }, { status: 400 }),
    },
  });
  const lines: object[] = [];
  const backend = connectBackend(
    client,
    readUsageLimits(() => undefined),
  );
  const event = {
    p_id: "msg_1",
    p_membership_id: "mem_1",
    p_happened_at: "2026-11-21T08:00:00Z",
    p_type: "membership.updated",
    p_status: "active",
  };
  await expect(
    backend.recordMembershipEvent(event, (line) => lines.push(line)),
  ).rejects.toMatchObject({ status: 503 });
  expect(lines).toEqual([{ name: "record_membership_event", databaseCode: "23514" }]);
});
