import type { Page } from "@playwright/test";

/** The dialog of the search. */
export const searchDialog = (page: Page) => page.getByRole("dialog", { name: "Search chats" });
/** Its text field. */
export const searchField = (page: Page) =>
  searchDialog(page).getByLabel("Search chats and messages");
/** What has been found, in the order shown. */
export const foundOptions = (page: Page) => searchDialog(page).getByRole("option");
