/** By hand: the browser takes tens of milliseconds to load its own names, and a list of chats waits for them. */
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
