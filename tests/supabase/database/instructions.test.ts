import { expect, it } from "vitest";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import {
  askIn,
  beginTurn,
  call,
  everyModel,
  finish,
  release,
  signUpPerson,
} from "../../support/database/turns.ts";

onEveryDatabase("a member's instructions", (backend) => {
  const update = (person: { id: string }, p_instructions: string) =>
    call(backend, "update_instructions", { p_user_id: person.id, p_instructions });
  const textsOf = (person: { id: string }) =>
    backend.sql("select content from public.instructions where user_id = $1 order by 1", person.id);

  it("only texts that a reply was given are kept, each once, however often they change [instructions.known]", async () => {
    const person = await signUpPerson(backend, "person");
    const { chat } = await beginTurn(backend, person);
    for (const text of ["A", "B", "A", "C", "A"]) {
      await update(person, text);
      if (text !== "B") await askIn(backend, person, chat?.id ?? "");
    }
    expect(await textsOf(person)).toEqual([{ content: "A" }, { content: "C" }]);
  });

  it("an answer that is asked for again is given the current instructions, or none after they were removed", async () => {
    const person = await signUpPerson(backend, "person");
    await update(person, "A");
    const begun = await beginTurn(backend, person);
    expect(begun).toMatchObject({ instructions: "A" });
    const question = begun.question?.id ?? "";
    const again = { p_question_id: question, p_answer_id: begun.answer?.id ?? "" };
    await release(backend, person, question);
    await update(person, "B");
    expect(await askIn(backend, person, begun.chat?.id ?? "", again)).toMatchObject({
      instructions: "B",
    });
    await release(backend, person, question);
    await update(person, "");
    expect(await askIn(backend, person, begun.chat?.id ?? "", again)).toMatchObject({
      instructions: null,
      instructions_id: null,
    });
    const { reply } = await finish(backend, person, question);
    expect(reply?.instructions_id).toBeNull();
  });

  it("they count towards the tokens that a model is given at most [limits.tokens]", async () => {
    const person = await signUpPerson(backend, "person");
    const { chat, question } = await beginTurn(backend, person, { p_content: "x".repeat(400) });
    await finish(backend, person, question?.id ?? "", { p_content: "y".repeat(400) });
    const given = async () => {
      const next = { p_question_id: crypto.randomUUID(), p_budgets: everyModel(300) };
      const begun = await askIn(backend, person, chat?.id ?? "", next);
      await release(backend, person, begun.question?.id ?? "");
      return begun.history?.length;
    };
    expect(await given()).toBe(3);
    await update(person, "z".repeat(600));
    expect(await given()).toBeLessThan(3);
  });

  it("a copied chat keeps which instructions its replies were given, and all go with the account [instructions.known]", async () => {
    const person = await signUpPerson(backend, "person");
    await update(person, "A");
    const { chat, question } = await beginTurn(backend, person);
    const { reply } = await finish(backend, person, question?.id ?? "");
    const next = await askIn(backend, person, chat?.id ?? "", {
      p_question_id: crypto.randomUUID(),
    });
    const copy = await beginTurn(backend, person, {
      p_from_chat: chat?.id ?? "",
      p_from_message: next.question?.id ?? "",
    });
    const copied = await backend.sql(
      "select instructions_id from public.messages where chat_id = $1 and role = 'assistant'",
      copy.chat?.id,
    );
    expect(copied).toEqual([{ instructions_id: reply?.instructions_id }]);
    await backend.sql("delete from auth.users where id = $1", person.id);
    expect(await textsOf(person)).toEqual([]);
    expect(await update(person, "B")).toEqual({ outcome: "not_found" });
  });
});
