const ROUNDS = 100_000_000;
const TRIES = 5;
/** What these rounds take on the machine on which the bars of the page were set. */
const REFERENCE_MS = 254;

let speed: number | undefined;

/**
 * How quick this machine is, where 1 is the one on which the bars of the page were set, and 0.5 is half as quick. By it
 * all machines emulate the same slow device, and print processor time as it is on that machine.
 */
export function machineSpeed(): number {
  speed ??= REFERENCE_MS / Math.min(...Array.from({ length: TRIES }, roundsMs));
  return speed;
}

function roundsMs(): number {
  const start = performance.now();
  let value = 1;
  for (let round = 0; round < ROUNDS; round += 1) value = (value * 31 + round) | 0;
  if (Number.isNaN(value)) throw new Error("The rounds went wrong.");
  return performance.now() - start;
}
