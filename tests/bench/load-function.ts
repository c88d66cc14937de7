import process from "node:process";

// Loads the modules that its arguments name, and prints how many milliseconds of processor time that took. Runs in Deno.
declare const Deno: { args: string[] };

const before = process.cpuUsage();
for (const address of Deno.args) await import(address);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
