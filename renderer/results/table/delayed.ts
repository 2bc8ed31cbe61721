import { useEffect, useState } from 'react';

/** How long a wait lasts before it is shown, in milliseconds: most are over sooner. */
const PATIENCE_MS = 120;

/** True once something has been going on for a while. */
export function useDelayed(goesOn: boolean): boolean {
  const [delayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setDelayed(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [goesOn]);
  return goesOn && delayed;
}
