import { useEffect, useState } from 'react';

/**
 * False until what a user waits for was painted for the first time, then true for good: for fields that would only
 * hold that frame up.
 * @param isThere whether what is waited for is rendered, or will not be
 */
export function usePaintedAfter(isThere: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (painted || !isThere) return;
    // A message posted in a frame is handled after its paint.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => setPainted(true);
    const frame = requestAnimationFrame(() => port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      port1.close();
    };
  }, [painted, isThere]);
  return painted;
}

/** False while something is rendered for the first time and true once that was painted. */
export const usePainted = (): boolean => usePaintedAfter(true);
