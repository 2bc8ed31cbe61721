import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A word or two on a background of its own. The tone only supports the words; it never carries meaning alone. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
