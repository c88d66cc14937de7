import { expect, it } from "vitest";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onEveryDatabase, personOn } from "../../support/database/on-every-database.ts";
import { functionOf } from "../../support/database/planted-function.ts";
import {
  askIn,
  type BeginArgs,
  beginTurn,
  call,
  claimBegun,
  everyModel,
  finish,
  lapse,
  openAnswers,
  refused,
  effectOf,
  release,
  renew,
  stopTurn,
  undoDeletion,
} from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();
const p_budgets = everyModel(60_000);
const ABOUT = "zebrafinch about replies";

onEveryDatabase("what is written about replies", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");

  /** A question without an answer. */
  const question = async (args: Partial<BeginArgs> = {}) => {
    const turn = { p_chat_id: id(), p_question_id: id(), p_starts_chat: false, p_content: "One?" };
    await beginTurn(backend, member, { ...turn, p_starts_chat: true, ...args });
    await backend.sql("delete from private.attempts where question_id = $1", turn.p_question_id);
    return { ...turn, ...args };
  };
  type Turn = Awaited<ReturnType<typeof question>>;
  const ask = (turn: Turn, args: Partial<BeginArgs> = {}) =>
    beginTurn(backend, member, { p_budgets, ...turn, p_starts_chat: false, ...args });
  /** One more answer, or what is written about some. Returns its id. */
  const answer = async (turn: Turn, args: Partial<BeginArgs> = {}, p_content = "an answer") => {
    const begun = await ask(turn, { p_answer_id: id(), ...args });
    expect(begun.outcome).toBe("begun");
    const written = { ...claimBegun(begun), p_content };
    expect((await finish(backend, member, turn.p_question_id, written)).outcome).toBe("stored");
    return begun.answer?.id ?? "";
  };
  const compare = (turn: Turn, ids: string[], args: Partial<BeginArgs> = {}) =>
    answer(turn, { p_compares: ids, ...args }, ABOUT);
  /** A question with two answers and a comparison of them. */
  const scene = async () => {
    const turn = await question();
    const a = await answer(turn, { p_model: "chatgpt-4" });
    const b = await answer(turn, { p_model: "grok" });
    const c = await compare(turn, [a, b], { p_model: "claude-4" });
    return { turn, a, b, c };
  };
  /** Asks in the chat of a turn. */
  const next = (turn: Turn, args: Partial<BeginArgs> = {}) =>
    askIn(backend, member, turn.p_chat_id, { p_content: "Next?", ...args });
  const chatOf = async ({ p_chat_id }: Turn) => {
    const [chat] = await backend.sql<{ last_answer_at: string; seen_at: string | null }>(
      "select last_answer_at::text, seen_at::text from public.chats where id = $1",
      p_chat_id,
    );
    return chat;
  };
  const search = async () => {
    const found = (await backend.rpc("search_messages", {
      p_user_id: member.id,
      p_needles: JSON.stringify([" zebrafinch "]),
      p_limit: 20,
    })) as { results: { content: string }[] };
    return found.results;
  };
  /** A question with an answer and a comparison that a search finds only beyond the newest messages. */
  const oldScene = async () => {
    const { turn, c } = await scene();
    await answer(turn, {}, "zebrafinch in an answer");
    // As many as one search does not put into the index, and looks at none of them itself. A microsecond apart, so
    // that none is newer than the next scene: its search would look at these first, and not get as far as its oldest.
    await backend.sql(
      `insert into public.messages (chat_id, user_id, created_at, direction, role, content, search_later)
       select $1, $2, clock_timestamp() + n * interval '1 microsecond', 'inbound', 'user', repeat('filler ', 90), true
       from generate_series(1, 300) n`,
      turn.p_chat_id,
      member.id,
    );
    return { turn, c };
  };
  const findsAnswersOnly = async () => {
    const found = (await search()).map(({ content }) => content);
    return found.length > 0 && found.every((content) => content === "zebrafinch in an answer");
  };

  it("is stored with the ids of its replies, and its open answer has them too [answers.compares]", async () => {
    const { turn, a, b, c } = await scene();
    const { data } = await member.client.from("messages").select("*").eq("id", c);
    expect(data).toMatchObject([{ compares: [a, b], compared_tokens: null, model: "claude-4" }]);
    const begun = await ask(turn, { p_answer_id: id(), p_compares: [b, a], p_model: "grok" });
    expect(begun).toMatchObject({
      outcome: "begun",
      history: [{ role: "user", content: "One?" }],
      compared: [
        { model: "grok", content: "an answer" },
        { model: "chatgpt-4", content: "an answer" },
      ],
      compared_tokens: null,
    });
    await renew(backend, member, turn.p_question_id, {
      ...claimBegun(begun),
      p_position: 1,
      p_piece: "half",
    });
    const open = await openAnswers(member, { p_chat_id: turn.p_chat_id });
    expect(open.filter(({ compares }) => compares !== null)).toMatchObject([
      { compares: [b, a], text: "half", status: "running" },
    ]);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("is a turn like any other: begun once, stopped, retried, and stored once [answers.compares]", async () => {
    const { turn, a, b } = await scene();
    const comparing = { p_answer_id: id(), p_compares: [a, b], p_model: "grok" };
    const first = await ask(turn, comparing);
    expect(first.outcome).toBe("begun");
    expect((await ask(turn, comparing)).outcome).toBe("running");
    await stopTurn(backend, member, {
      p_chat_id: turn.p_chat_id,
      p_question_id: turn.p_question_id,
      p_answer_id: comparing.p_answer_id,
    });
    const claim = claimBegun(first);
    expect(await renew(backend, member, turn.p_question_id, claim)).toEqual({ outcome: "stopped" });
    await release(backend, member, turn.p_question_id, claim);
    const second = await ask(turn, comparing);
    expect(second.outcome).toBe("begun");
    await lapse(backend, turn.p_question_id);
    const third = await ask(turn, comparing);
    expect(third.outcome).toBe("begun");
    const late = await finish(backend, member, turn.p_question_id, claimBegun(second));
    expect(late.outcome).toBe("lost");
    const stored = await finish(backend, member, turn.p_question_id, claimBegun(third));
    expect(stored).toMatchObject({ outcome: "stored", reply: { compares: [a, b] } });
    expect(await ask(turn, comparing)).toMatchObject({ outcome: "answered" });
    const limited = { ...comparing, p_answer_id: id(), p_turns_per_day: 0 };
    expect((await ask(turn, limited)).outcome).toBe("limited");
  });

  it("anything but the member's whole replies to that message is refused, and changes nothing [answers.compares]", async () => {
    const { turn, a, b, c } = await scene();
    const other = await scene();
    const stopped = await question();
    const begun = await ask(stopped, { p_answer_id: id() });
    const stop = { p_chat_id: stopped.p_chat_id, p_question_id: stopped.p_question_id };
    await stopTurn(backend, member, stop);
    await finish(backend, member, stopped.p_question_id, claimBegun(begun));
    const trying = (of: Turn, p_compares: string[], args: Partial<BeginArgs> = {}) =>
      effectOf(backend, () => ask(of, { p_answer_id: id(), p_compares, ...args }));

    expect(await trying(turn, [id()])).toEqual(refused("conflict"));
    expect(await trying(turn, [a, c])).toEqual(refused("conflict"));
    expect(await trying(turn, [a, other.b])).toEqual(refused("conflict"));
    expect(await trying(turn, [turn.p_question_id])).toEqual(refused("conflict"));
    expect(await trying(stopped, [begun.answer?.id ?? ""])).toEqual(refused("conflict"));
    expect(await trying({ ...turn, p_question_id: id() }, [a])).toEqual(refused("conflict"));
    expect(await trying({ ...turn, p_content: "Two?" }, [a])).toEqual(refused("conflict"));
    // An id of an answer, and the id of what is about other replies.
    expect(await trying(turn, [a, b], { p_answer_id: a })).toEqual(refused("conflict"));
    expect(await trying(turn, [a], { p_answer_id: c })).toEqual(refused("conflict"));
    const asStranger = { ...turn, p_answer_id: id(), p_compares: [a, b], p_starts_chat: false };
    expect(await effectOf(backend, () => beginTurn(backend, stranger, asStranger))).toEqual(
      refused("not_found"),
    );
    // A question of the stranger's own, and replies of the member's.
    const own = { p_chat_id: id(), p_question_id: id(), p_content: "Mine?" };
    await beginTurn(backend, stranger, own);
    const theirs = { ...own, p_answer_id: id(), p_compares: [a, b], p_starts_chat: false };
    expect(await effectOf(backend, () => beginTurn(backend, stranger, theirs))).toEqual(
      refused("conflict"),
    );
    expect((await trying(turn, [b])).answer.outcome).toBe("begun");
  });

  it("a question has up to twelve beside its twelve answers, also after a later question [answers.compares]", async () => {
    const { turn, a, b } = await scene();
    for (let count = 2; count < 12; count += 1) await answer(turn);
    for (let count = 1; count < 11; count += 1) await compare(turn, [a, b]);
    expect((await ask(turn, { p_answer_id: id() })).outcome).toBe("conflict");
    await next(turn);
    await compare(turn, [b]);
    expect((await ask(turn, { p_answer_id: id(), p_compares: [a] })).outcome).toBe("conflict");
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("goes with its chat and comes back with it, and is purged with it [answers.compares]", async () => {
    const { turn, c } = await scene();
    const left = () => backend.sql("select id from public.messages where id = $1", c);
    const seen = async () => (await member.client.from("messages").select("id").eq("id", c)).data;
    await member.client.from("chats").delete().eq("id", turn.p_chat_id);
    expect(await seen()).toEqual([]);
    await undoDeletion(backend, member, turn.p_chat_id);
    expect(await seen()).toHaveLength(1);
    await member.client.from("chats").delete().eq("id", turn.p_chat_id);
    await backend.sql(
      "update private.deleted_chats set deleted_at = now() - interval '11 minutes' where id = $1",
      turn.p_chat_id,
    );
    await backend.sql("select private.purge_chats(1000)");
    expect(await left()).toEqual([]);
  });

  it("its model's budget bounds a long conversation and long replies [answers.compares-memory]", async () => {
    const turn = await question();
    await answer(turn, {}, "earlier ".repeat(2_000));
    const { question: last } = await next(turn);
    const here = { ...turn, p_question_id: last?.id ?? "", p_content: "Next?" };
    await release(backend, member, here.p_question_id);
    const long = await answer(here, {}, "word ".repeat(8_000));
    const short = await answer(here, {}, "short");
    const begin = (tokens: number, ids: string[]) =>
      ask(here, { p_answer_id: id(), p_compares: ids, p_budgets: everyModel(tokens) });
    const whole = await begin(60_000, [long, short]);
    expect(whole).toMatchObject({ compared_tokens: null, context_from: null });
    expect(whole.history).toHaveLength(3);
    const cut = await begin(8_000, [long, short]);
    expect(cut.history).toEqual([{ role: "user", content: "Next?" }]);
    expect(cut.context_from).toBe(here.p_question_id);
    expect(cut).toMatchObject({ compared_tokens: 8_000 - 1_000 - 2 });
  });

  /** What takes an answer for one, the words that say no, and what is seen when they are missing. */
  const omissions: [
    what: string,
    file: string,
    words: string | RegExp,
    holds: () => Promise<boolean>,
    instead?: string,
  ][] = [
    [
      "models are given none",
      "recent_messages",
      " and m.compares is null",
      async () => {
        const turn = await question();
        await next(turn);
        const late = await answer(turn);
        await compare(turn, [late]);
        const { history = [] } = await next(turn);
        return history.every(({ content }) => content !== ABOUT);
      },
    ],
    [
      "no message follows one",
      "answer_to_follow",
      "a.compares is null and ",
      async () => {
        const { turn, b } = await scene();
        return (await next(turn)).question?.follows === b;
      },
    ],
    [
      "no message names one that it follows",
      "begin_turn",
      "\n        and compares is null",
      async () => {
        const { turn, c } = await scene();
        return (await next(turn, { p_follows: c })).outcome === "conflict";
      },
    ],
    [
      "none is chosen",
      "choose_answer",
      "\n          and compares is null",
      async () => {
        const { turn, c } = await scene();
        const choice = { p_user_id: member.id, p_chat_id: turn.p_chat_id, p_answer_id: c };
        return (await call(backend, "choose_answer", choice)).outcome === "not_found";
      },
    ],
    [
      "none is the answer to a message",
      "standing_of",
      "\n      and compares is not distinct from p_compares",
      async () => {
        const { turn, b } = await scene();
        return (await ask(turn)).reply?.id === b;
      },
    ],
    [
      "none that is being written is the answer to a message",
      "standing_of",
      "compares is not distinct from p_compares and ",
      async () => {
        const { turn, a, b } = await scene();
        const running = { p_answer_id: id() };
        await ask(turn, { ...running, p_compares: [a, b] });
        return (await ask(turn, running)).outcome === "conflict";
      },
    ],
    [
      "none that broke off is taken up as an answer",
      "attempt_for",
      /\s+and compares is not distinct from p_compares/g,
      async () => {
        const { turn, a, b } = await scene();
        const broken = { p_answer_id: id() };
        const begun = await ask(turn, { ...broken, p_compares: [a, b] });
        await release(backend, member, turn.p_question_id, claimBegun(begun));
        return (await ask(turn, broken)).outcome === "conflict";
      },
    ],
    [
      "none is about another one",
      "attempt_for",
      /(?<=stopped_at is null) and compares is null/g,
      async () => {
        const { turn, a, c } = await scene();
        const about = { p_answer_id: id(), p_compares: [a, c] };
        return (await ask(turn, about)).outcome === "conflict";
      },
    ],
    [
      "none is about a reply that was stopped",
      "attempt_for",
      "stopped_at is null and ",
      async () => {
        const { turn, a } = await scene();
        await backend.sql("update public.messages set stopped_at = now() where id = $1", a);
        const about = { p_answer_id: id(), p_compares: [a] };
        const { outcome } = await ask(turn, about);
        await backend.sql("update public.messages set stopped_at = null where id = $1", a);
        return outcome === "conflict";
      },
    ],
    [
      "none counts among the answers",
      "attempt_for",
      " where (compares is null) = (p_compares is null)",
      async () => {
        const { turn } = await scene();
        for (let count = 2; count < 11; count += 1) await answer(turn);
        return (await ask(turn, { p_answer_id: id() })).outcome === "begun";
      },
    ],
    [
      "a broken-off answer of the same model stays",
      "finish_turn",
      " and a.compares is not distinct from attempt.compares",
      async () => {
        const { turn, a, b } = await scene();
        const broken = await ask(turn, { p_answer_id: id(), p_model: "claude-4" });
        await release(backend, member, turn.p_question_id, claimBegun(broken));
        await compare(turn, [b, a], { p_model: "claude-4" });
        const open = await openAnswers(member, { p_chat_id: turn.p_chat_id });
        return open.some((row) => row.id === broken.answer?.id);
      },
    ],
    [
      "a model that declines to write one has not declined the message",
      "release_turn",
      " and a.compares is null",
      async () => {
        const { turn, a, b } = await scene();
        const begun = await ask(turn, { p_answer_id: id(), p_compares: [a, b] });
        const declined = { ...claimBegun(begun), p_is_refused: true };
        await release(backend, member, turn.p_question_id, declined);
        const [row] = await backend.sql<{ declined: boolean }>(
          "select refusals is not null as declined from public.messages where id = $1",
          turn.p_question_id,
        );
        return row?.declined === false;
      },
    ],
    [
      "stopping the answers stops none",
      "stop_turn",
      "(id = p_answer_id or compares is null) and ",
      async () => {
        const { turn, a, b } = await scene();
        const begun = await ask(turn, { p_answer_id: id(), p_compares: [a, b] });
        const { p_chat_id, p_question_id } = turn;
        await stopTurn(backend, member, { p_chat_id, p_question_id });
        const { outcome } = await renew(backend, member, p_question_id, claimBegun(begun));
        return outcome === "running";
      },
    ],
    [
      "none makes a chat one with a new answer",
      "add_answer",
      "last_answer_at = case when p_message.compares is null then p_message.created_at else last_answer_at end,",
      async () => {
        const turn = await question();
        const a = await answer(turn);
        const before = await chatOf(turn);
        await compare(turn, [a]);
        return (
          before?.last_answer_at !== null &&
          (await chatOf(turn))?.last_answer_at === before?.last_answer_at
        );
      },
    ],
    [
      "none says up to which answer a chat was seen",
      "add_answer",
      /case when p_message\.compares is null then (coalesce\(.*\)) else seen_at end/g,
      async () => {
        const turn = await question();
        const a = await answer(turn);
        // As in an imported chat, of which all counts as seen.
        await backend.sql("update public.chats set seen_at = null where id = $1", turn.p_chat_id);
        await compare(turn, [a]);
        return (await chatOf(turn))?.seen_at === null;
      },
      "$1",
    ],
    [
      "a search of the newest messages finds none",
      "search_messages",
      /(?<=content <> '') and m\.compares is null/g,
      async () => {
        await scene();
        return (await search()).length === 0;
      },
    ],
    [
      "a search that asks the index finds none",
      "search_messages",
      /(?<=search_later is null) and m\.compares is null/g,
      async () => {
        await oldScene();
        return findsAnswersOnly();
      },
    ],
    [
      "a search finds none that is not in the index yet",
      "search_messages",
      /(?<=m\.search_later) and m\.compares is null/g,
      async () => {
        const { turn, c } = await oldScene();
        await backend.sql("update public.messages set search_later = true where id = $1", c);
        await backend.sql(
          "insert into private.unindexed_chats (user_id, chat_id) values ($1, $2)",
          member.id,
          turn.p_chat_id,
        );
        return findsAnswersOnly();
      },
    ],
  ];
  it.each(omissions)("%s [answers.compares-no-answer]", async (_, file, words, holds, instead) => {
    expect(await holds()).toBe(true);
    await backend.sql(functionOf(file, words, instead));
    const held = await holds();
    await backend.sql(functionOf(file));
    expect(held).toBe(false);
  });
});
