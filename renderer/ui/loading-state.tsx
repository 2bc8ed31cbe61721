import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './components.module.css';

/** Reads are local and fast, so a spinner shown at once would only flicker: it waits a moment first. */
const PATIENCE_MS = 150;

export function LoadingState({ words = 'Reading…' }: { words?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return <div className={classes.blank} aria-busy="true" />;
  return (
    <div className={classes.blank} aria-busy="true">
      <Loader size="sm" aria-hidden />
      <p>{words}</p>
    </div>
  );
}
