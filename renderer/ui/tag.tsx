import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A word or two on a background of its own. The tone only underlines what the words say; it never says it alone. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
