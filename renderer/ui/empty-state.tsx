import type { ReactNode } from 'react';
import classes from './components.module.css';

type EmptyStateProps = { title: string; children?: ReactNode; icon?: ReactNode; action?: ReactNode };

/** Nothing to show, and why, in words; with what to do about it. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className={classes.blank}>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
