/**
 * A fetch that gives up after so many milliseconds: a project that takes a request and never answers must not keep a
 * person waiting. What was asked may have been done; asking again finds it.
 */
export function fetchInTime(milliseconds: number): typeof fetch {
  return (input, init) => {
    const late = AbortSignal.timeout(milliseconds);
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    return fetch(input, { ...init, signal });
  };
}
