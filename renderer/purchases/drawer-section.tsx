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
