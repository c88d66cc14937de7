import { writeHistory } from "../../e2e/support/chat-history.ts";
import {
  type RunningProduct,
  startRunningProduct,
  UNLIMITED,
} from "../../e2e/support/running-product.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { openBrowser, signedIn } from "./browser.ts";
import { measureFirstLoad } from "./first-load.ts";
import { measureLongChat, measureSeveralAnswers, NEWEST_TEXT } from "./long-chat.ts";
import { measureMemberLoad } from "./member-load.ts";
import { measureStreaming } from "./streaming.ts";
import { printRow } from "./table.ts";

/** The rows of the page, in Chromium, over the embedded database. */
export async function benchPage(): Promise<void> {
  const browser = await openBrowser();
  const firstLoad = await measureFirstLoad(browser);
  firstLoad.forEach(printRow);

  const provider = await startScriptedProvider();
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  const product = await startRunningProduct({ env: { ...UNLIMITED, ...provider.env } });
  const member = await product.newMember("active");
  const history = await writeHistory(product, member);
  const titles = ["Of 100", "Of 10,000", "Of 10,000 with three answers"];
  const [short = "", long = "", three = ""] = await history.chats(titles);
  await history.messages(short, messages(100));
  const ids = await history.messages(long, messages(10_000));
  const far = { id: ids[1_000] ?? "", text: "Question number 1000?" };
  await history.messages(three, messages(10_000), (question) => question >= 9_000);
  const opened = await newChat(product);
  const memberLoad = await measureMemberLoad(browser, product, opened.member, opened.chatId);
  memberLoad.forEach(printRow);
  const context = await signedIn(browser, product, member);
  const longChat = await measureLongChat(context, { short, long, far });
  longChat.forEach(printRow);
  const answers = await measureSeveralAnswers(context, { one: long, three });
  answers.forEach(printRow);
  const streaming = await measureStreaming(context, long, provider);
  streaming.forEach(printRow);

  await browser.close();
  await product.stop();
  await provider.stop();
}

/** A member with thirty chats, one of them of 24 messages. */
async function newChat(product: RunningProduct) {
  const member = await product.newMember("active");
  const history = await writeHistory(product, member);
  const [chatId = ""] = await history.chats(Array.from({ length: 30 }, (_, at) => `Chat ${at}`));
  await history.messages(chatId, messages(24));
  return { member, chatId };
}

/** Questions of a line and replies of a paragraph, as they are. */
function messages(count: number): string[] {
  const paragraph = "An answer of ordinary length, with a few sentences in it. ".repeat(8);
  const all = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? `Question number ${index}?` : `${index}. ${paragraph}`,
  );
  return [...all.slice(0, -1), NEWEST_TEXT];
}
