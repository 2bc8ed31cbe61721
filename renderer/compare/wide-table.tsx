import type { CSSProperties, ReactNode } from 'react';
import classes from './compare.module.css';

type WideTableProps = {
  /** Names the scrolling part of the page, for keyboard users. */
  label: string;
  /** In CSS pixels: below this the table scrolls sideways on its own. */
  minWidth: number;
  /** Whether it may be many windows tall: its head then stays visible. */
  tall?: boolean;
  children: ReactNode;
};

/** A table that may be wider than the window; on paper it takes the available width. */
export function WideTable({ label, minWidth, tall = false, children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section aria-label={label} tabIndex={0} className={classes.wide} data-tall={tall || undefined}>
      <div className={classes.wideInside} style={{ '--least-width': `${minWidth}px` } as CSSProperties}>
        {children}
      </div>
    </section>
  );
}
