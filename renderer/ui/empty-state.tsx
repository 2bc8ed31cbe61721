import type { ReactNode } from 'react';
import classes from './components.module.css';

type EmptyStateProps = { title: string; children?: ReactNode; icon?: ReactNode; action?: ReactNode };

/** An empty state: why there is nothing to show, and what to do about it. */
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
