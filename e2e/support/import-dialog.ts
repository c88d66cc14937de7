import type { Page } from "@playwright/test";
import type { ChosenFile } from "./import-files.ts";
import { expect } from "./product.ts";

/** The dialog 'Import chats'. */
export const dialog = (page: Page) => page.getByRole("dialog", { name: "Import chats" });
export const field = (page: Page) => dialog(page).getByLabel("Files to import");
/** The row of a chat in the list of what was found. */
export const row = (page: Page, title: string) =>
  dialog(page).getByRole("listitem").filter({ hasText: title });
export const checkbox = (page: Page, title: string) =>
  dialog(page).getByRole("checkbox", { name: title, exact: true });
export const importButton = (page: Page) =>
  dialog(page).getByRole("button", { name: /^Import [\d,]+ chat/ });
export const report = (page: Page) =>
  dialog(page).getByRole("region", { name: "What was imported" });

export async function openImport(page: Page): Promise<void> {
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Import chats" }).click();
  await expect(field(page)).toBeFocused();
}

/** Opens the dialog, chooses files, and waits for the list of what was found. */
export async function choose(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await openImport(page);
  await field(page).setInputFiles([...files]);
  await expect(importButton(page)).toBeVisible();
}

export async function importAll(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await choose(page, files);
  await importButton(page).click();
  await expect(report(page)).toBeVisible();
}
