/** What is typed into the search before its code has come. A line break is Enter. */
export const earlyKeys = { typed: "" };
