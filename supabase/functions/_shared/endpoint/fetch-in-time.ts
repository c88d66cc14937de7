/**
 * A fetch that gives up after so many milliseconds, or up to a tenth earlier: a project that takes a request and never
 * answers must not keep a person waiting. What was asked may have been done; asking again finds it.
 *
 * Calls that begin within a tenth of that time share a timer. One for each goes off long after its call, and took a tenth
 * of the processor time of a turn.
 */
export function fetchInTime(milliseconds: number): typeof fetch {
  let late: AbortSignal | undefined;
  let until = 0;
  return (input, init) => {
    const now = performance.now();
    if (!late || now > until) {
      late = AbortSignal.timeout(milliseconds);
      until = now + milliseconds / 10;
    }
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    return fetch(input, { ...init, signal });
  };
}
