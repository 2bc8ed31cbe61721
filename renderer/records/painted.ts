import { startTransition, useEffect, useState } from 'react';

type Waiting = { call: () => void };
let waiting: Waiting[] = [];

/**
 * Calls back once the next frame has been painted; all who wait for one frame in one go, so that what they change is
 * rendered once. Returns how to give it up.
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
 * False until what a user waits for was painted for the first time, then true for good: for fields that would only
 * hold that frame up.
 * @param isThere whether what is waited for is rendered, or will not be
 */
export function usePaintedAfter(isThere: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => (painted || !isThere ? undefined : afterPaint(() => setPainted(true))), [painted, isThere]);
  return painted;
}

/** False while something is rendered for the first time and true once that was painted. */
export const usePainted = (): boolean => usePaintedAfter(true);

/** What a value was until the frame with its change has been painted: for what only follows from what is waited for. */
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
