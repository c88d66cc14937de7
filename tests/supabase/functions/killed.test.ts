import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFunctions } from "../../../supabase/local/functions/functions-process.ts";
import { freePort } from "../../../supabase/local/process/ports.ts";
import { SECRET_KEY } from "../../support/database/backend.ts";
import { ownBackend, personOn } from "../../support/database/on-every-database.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { newIds } from "./product.ts";
import { serveBackend } from "./served-backend.ts";

const backend = await ownBackend("postgres");
const served = await serveBackend(backend);
const provider = await startScriptedProvider();
const port = await freePort();
const address = `http://127.0.0.1:${port}/api/`;
const backendUrl = `http://127.0.0.1:${served.port}`;
const functions = startFunctions({
  port,
  env: {
    SUPABASE_URL: backendUrl,
    SUPABASE_SERVICE_ROLE_KEY: SECRET_KEY,
    ...provider.env,
  },
  hosts: [backendUrl, provider.env.OPENAI_BASE_URL].map((url) => new URL(url).host),
});

describe("when the functions are killed", () => {
  const member = personOn(backend, "member");
  beforeAll(async () => {
    provider.script("by hand");
    await functions.ready();
  });

  afterAll(async () => {
    await functions.stop();
    await provider.stop();
    await served.stop();
  });

  const send = (body: object, name = "start_chat") =>
    fetch(address + name, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${member.token}` },
      body: JSON.stringify(body),
    });
  const repliesOf = ({ messageId }: { messageId: string }) =>
    backend.sql("select content from public.messages where reply_to = $1", messageId);

  /** Asks, lets the provider answer, and kills the functions while the answer is on its way to the database. */
  async function killBeforeStoring(body: object, answer: string) {
    const holding = served.holdNext("finish_turn");
    const sending = send(body);
    await provider.answerNext(answer);
    const storing = await holding;
    const before = functions.pid();
    process.kill(before ?? 0, "SIGKILL");
    await expect(sending).rejects.toThrow("fetch failed");
    return { storing, before };
  }

  /** The killed process no longer renews its claims, which end after 20 seconds. */
  const letClaimsEnd = () =>
    backend.sql(
      "update private.attempts set claimed_until = now() where claimed_until is not null",
    );

  async function restarted(before: number | undefined) {
    await expect.poll(() => functions.pid()).not.toBe(before);
    await functions.ready();
  }

  it("after the answer, a retry asks again and stores one reply, if the first one was not stored", async () => {
    const body = { ...newIds(), message: "Do you hear me?" };
    const { storing, before } = await killBeforeStoring(body, "Lost words");
    storing.drop();
    await restarted(before);
    expect(await repliesOf(body)).toEqual([]);
    await letClaimsEnd();

    const retry = send(body);
    await provider.answerNext("Yes, still.");
    const answered = await retry;
    expect([answered.status, await answered.json()]).toMatchObject([
      200,
      { aiMessage: { content: "Yes, still.", reply_to: body.messageId } },
    ]);
    expect(await repliesOf(body)).toEqual([{ content: "Yes, still." }]);
    expect(
      await backend.sql("select role from public.messages where chat_id = $1", body.chatId),
    ).toHaveLength(2);
  });

  it("after the answer, a retry returns the first reply, if that was stored", async () => {
    const body = { ...newIds(), message: "And now?" };
    const { storing, before } = await killBeforeStoring(body, "Just in time");
    await storing.pass();
    await restarted(before);
    const calls = provider.count();

    const answered = await send(body);
    expect([answered.status, await answered.json()]).toMatchObject([
      200,
      { aiMessage: { content: "Just in time" } },
    ]);
    expect(await repliesOf(body)).toEqual([{ content: "Just in time" }]);
    expect(provider.count()).toBe(calls);
  });
});
