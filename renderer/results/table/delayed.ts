import { useEffect, useState } from 'react';

/** The delay before a wait is shown, in milliseconds: most are over sooner. */
const PATIENCE_MS = 120;

/** True once something has been in progress for a while. */
export function useDelayed(isInProgress: boolean): boolean {
  const [delayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!isInProgress) return;
    const timer = setTimeout(() => setDelayed(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [isInProgress]);
  return isInProgress && delayed;
}
