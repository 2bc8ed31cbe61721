import { startTransition, useEffect, useState } from 'react';

type Waiting = { call: () => void };
let waiting: Waiting[] = [];

/**
 * Calls back once the next frame has been painted; all callbacks of one frame run together, so that their changes are
 * rendered once. Returns a function that cancels it.
 */
function afterPaint(call: () => void): () => void {
  const one: Waiting = { call };
  waiting.push(one);
  if (waiting.length === 1)
    requestAnimationFrame(() => {
      const due = waiting;
      waiting = [];
      // A message posted in a frame is handled after its paint.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        for (const each of due) each.call();
      };
      port2.postMessage(null);
    });
  return () => {
    one.call = () => undefined;
  };
}

/**
 * False until what a user waits for is first painted, then true for good: for fields that would only delay that frame.
 * @param isThere whether it is rendered, or will not be
 */
export function usePaintedAfter(isThere: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => (painted || !isThere ? undefined : afterPaint(() => setPainted(true))), [painted, isThere]);
  return painted;
}

/** False while something is rendered for the first time and true once that was painted. */
export const usePainted = (): boolean => usePaintedAfter(true);

/**
 * The previous value until the frame with its change has been painted: for what merely depends on what the user waits
 * for.
 */
export function useOncePainted<T>(value: T): T {
  const [followed, setFollowed] = useState({ value });
  useEffect(
    () =>
      Object.is(followed.value, value)
        ? undefined
        : afterPaint(() => startTransition(() => setFollowed({ value }))),
    [followed, value],
  );
  return followed.value;
}
