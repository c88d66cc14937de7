import { existsSync } from "node:fs";
import { type BrowserType, chromium, firefox, webkit } from "@playwright/test";
import { testChromium } from "../support/chromium.ts";
import { findProgram } from "../support/programs.ts";
import { startFirefox } from "./firefox.ts";
import { startWithPlaywright } from "./playwright-engine.ts";
import type { Engine } from "./tab.ts";
import { startWebKit } from "./webkit.ts";

/** Starts a browser; undefined when it is not installed. Playwright's own is taken before one of the system. */
export const ENGINES: Record<string, (() => Promise<Engine>) | undefined> = {
  Chromium: () => startWithPlaywright(chromium, { ...testChromium(), args: ["--no-sandbox"] }),
  Firefox: findPlaywrights(firefox) ?? findFirefox(),
  WebKit: findPlaywrights(webkit) ?? findWebKit(),
};

const installed = Object.keys(ENGINES).filter((name) => ENGINES[name] !== undefined);
const others = installed.filter((name) => name !== "Chromium");

/** Where the journeys are walked. All other tests run in Chromium, so it counts only where there is no other browser. */
export const WALKED_ENGINES = others.length > 0 ? others : installed;

function findPlaywrights(type: BrowserType) {
  return existsSync(type.executablePath()) ? () => startWithPlaywright(type) : undefined;
}

function findFirefox() {
  const mac = "/Applications/Firefox.app/Contents/MacOS/firefox";
  const program = findProgram(["firefox", "firefox-esr"], [mac]);
  return program === undefined ? undefined : () => startFirefox(program);
}

function findWebKit() {
  const driver = findProgram(["WebKitWebDriver"]);
  const xvfb = findProgram(["Xvfb"]);
  if (driver === undefined || xvfb === undefined) return undefined;
  return () => startWebKit({ driver, xvfb });
}
