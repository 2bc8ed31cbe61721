import { useEffect, useState } from 'react';

/**
 * False while something is drawn for the first time and true once that was painted, for what can wait until then: a
 * person came for the rows, and the fields around them may stand a moment later.
 */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => setPainted(true);
    // What is posted within a frame arrives after its paint.
    const frame = requestAnimationFrame(() => port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      port1.close();
    };
  }, []);
  return painted;
}
