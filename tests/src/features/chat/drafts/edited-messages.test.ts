import { describe, expect, it } from "vitest";
import {
  contentAt,
  editPlace,
  HOME,
  NO_DRAFTS,
  type OutboxEntry,
  placeOf,
  withBox,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import { addToOutbox, findReturned, returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import { anEntry, reloaded } from "../../../../support/drafts.ts";

const from = { chatId: "source", messageId: "q1" };
const place = editPlace(from);
const edited: OutboxEntry = { ...anEntry, chatId: "new", content: "Edited", startsChat: true };
const entry = { ...edited, from };
const sent = addToOutbox(withContent(NO_DRAFTS, place, "Edited"), place, entry);

describe("an edited message that begins a new chat", () => {
  it("leaves its box for the outbox, and is the same after a reload", () => {
    expect(contentAt(sent, place)).toBe("");
    expect(reloaded(sent)).toEqual(sent);
  });

  it("comes back into its own box with its ids when the server may hold it [chats.edit-refused]", () => {
    expect(placeOf(sent, entry)).toBe(place);
    const back = returnToBox(sent, place, entry, true);
    expect([contentAt(back, place), contentAt(back, HOME)]).toEqual(["Edited", ""]);
    expect(findReturned(back, place, "Edited")).toEqual(entry);
    expect(findReturned(back, HOME, "Edited")).toBeUndefined();
  });

  it("takes what was typed in the new chat back to the chat that it was edited in, home when that was deleted", () => {
    const typed = withContent(sent, "new", "Next");
    const back = returnToBox(typed, place, entry, false);
    expect([contentAt(back, "source"), contentAt(back, HOME)]).toEqual(["Next", ""]);
    const gone = withBox(typed, "source", { deletedAt: 1 });
    expect(placeOf(gone, entry)).toBe(HOME);
    expect(contentAt(returnToBox(gone, HOME, entry, false), HOME)).toBe("Edited\n\nNext");
  });
});
