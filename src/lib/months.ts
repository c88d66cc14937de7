/** By hand: the first `Intl` of a page takes tens of milliseconds, and the first drawing would wait for it. */
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
