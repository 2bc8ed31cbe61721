import { useEffect, useState } from 'react';

/** What is answered at once need not be seen to be waited for, in milliseconds. */
const PATIENCE_MS = 120;

/** True once something has been going on for a while. */
export function useLasting(goesOn: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setLasting(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [goesOn]);
  return goesOn && lasting;
}
