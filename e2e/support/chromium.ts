import { findProgram } from "./programs.ts";

/** The headless shell is the same browser without windows, which takes a fifth less processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of a Chromium installed on this machine, other than Playwright's own; undefined when there is none. */
export const systemChromium = () => findProgram(NAMES, [MAC]);
