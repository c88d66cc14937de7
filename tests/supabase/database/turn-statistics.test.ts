import { beforeEach, expect, it } from "vitest";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";

onEveryDatabase("the operator's statistics of turns", (backend, kind) => {
  beforeEach(async () => {
    await backend.sql("delete from private.ended_turns");
  });
  const statistics = () =>
    backend.sql(`select model, turns::integer, whole::integer, failed, median_first_text_ms,
      input_tokens::integer, cached_tokens::integer, output_tokens::integer
      from private.turn_statistics order by hour, model`);

  it("an operator sees whole and failed turns per model and hour, with the median of the first text and tokens", async () => {
    for (const ms of [100, 300, 900]) {
      await backend.sql("select private.count_turn('grok', null, $1::integer, 10, 4, 5)", ms);
    }
    await backend.sql("select private.count_turn('grok', 'timed_out')");
    await backend.sql("select private.count_turn('grok', 'timed_out')");
    await backend.sql("select private.count_turn('claude-4', 'stopped', 50)");
    expect(await statistics()).toEqual([
      {
        model: "claude-4",
        turns: 1,
        whole: 0,
        failed: { stopped: 1 },
        median_first_text_ms: 50,
        input_tokens: null,
        cached_tokens: null,
        output_tokens: null,
      },
      {
        model: "grok",
        turns: 5,
        whole: 3,
        failed: { timed_out: 2 },
        median_first_text_ms: 300,
        input_tokens: 30,
        cached_tokens: 12,
        output_tokens: 15,
      },
    ]);
  });

  it("turns older than 90 days are forgotten, two with each turn that ends", async () => {
    await backend.sql(`insert into private.ended_turns (model, ended_at)
      select 'grok', now() - interval '91 days' from generate_series(1, 3)`);
    await backend.sql(
      `insert into private.ended_turns (model, ended_at) values ('grok', now() - interval '89 days')`,
    );
    await backend.sql("select private.count_turn('grok')");
    await backend.sql("select private.count_turn('grok')");
    const [left] =
      await backend.sql(`select count(*)::integer, min(ended_at) > now() - interval '90 days' as young
      from private.ended_turns`);
    expect(left).toEqual({ count: 3, young: true });
  });

  it.runIf(kind === "postgres")(
    "a turn that ends finds the statistics that are too old without reading the others",
    async () => {
      await backend.sql(`insert into private.ended_turns (model, ended_at)
        select 'grok', now() - n * interval '1 second' from generate_series(1, 20000) n`);
      await backend.sql("analyze private.ended_turns");
      const [row] = await backend.sql<{ plan: [{ Plan: Record<string, number> }] }>(
        "explain (analyze, buffers, format json) select private.count_turn('grok') from generate_series(1, 20)",
      );
      const { "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 } =
        Object.values(row ?? {})[0]?.[0].Plan ?? {};
      expect(hit + read).toBeLessThan(1_000);
    },
  );

  // The embedded REST service opens every grant with its first request; the guard before it lets no such read through.
  it.runIf(kind === "postgres")(
    "the statistics of turns are read by the service role and by no browser's role",
    async () => {
      const roles = await backend.sql(`select role,
        has_schema_privilege(role, 'private', 'usage')
          and has_table_privilege(role, 'private.turn_statistics', 'select') as reads
        from unnest(array['anon', 'authenticated', 'service_role']) role order by role`);
      expect(roles).toEqual([
        { role: "anon", reads: false },
        { role: "authenticated", reads: false },
        { role: "service_role", reads: true },
      ]);
    },
  );
});
