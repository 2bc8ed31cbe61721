import type { CSSProperties, ReactNode } from 'react';
import classes from './compare.module.css';

type WideTableProps = {
  /** Names the part of the page that scrolls, for who scrolls it by keyboard. */
  label: string;
  /** In CSS pixels: narrower than this it scrolls sideways by itself. */
  minWidth: number;
  /** Whether it may be many windows tall: then its head stays in sight. */
  tall?: boolean;
  children: ReactNode;
};

/** A table that may be wider than the window; on paper it takes the width that there is. */
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
