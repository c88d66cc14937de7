import { expect, test } from "vitest";
import { chatIdIn, isAt, isChatScreen } from "../../../src/app/path-rules.ts";

test.each([
  ["/chats/abc", "abc"],
  ["/Chats/ABC/", "ABC"],
  ["/chats/%61", "%61"],
  ["/chats/", null],
  ["/chats", null],
  ["/chats/a/b", null],
  ["/x/chats/a", null],
])("the chat in the address %s is %s", (pathname, id) => {
  expect(chatIdIn(pathname)).toBe(id);
});

test.each([
  ["/", true],
  ["/chats/abc", true],
  ["/chats", false],
  ["/settings", false],
])("whether %s is a chat screen: %s", (pathname, expected) => {
  expect(isChatScreen(pathname)).toBe(expected);
});

test.each([
  ["/login", "/login", true],
  ["/login", "/LogIn/", true],
  ["/login", "/login/x", false],
  ["/login", "/logins", false],
  ["/settings", "/settings/", true],
  ["/settings", "/settings/chat", false],
  ["/settings/*", "/Settings/chat", true],
  ["/settings/*", "/settingsx", false],
  ["*", "/anything", true],
])("whether the screen %s is at the address %s: %s", (path, pathname, expected) => {
  expect(isAt(path, pathname)).toBe(expected);
});
