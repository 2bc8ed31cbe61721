import type { ReactNode } from 'react';
import classes from './purchases.module.css';

/** A part of the drawer under its heading. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** One entry of a `dl` of facts. */
export function DrawerFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
