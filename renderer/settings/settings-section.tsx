import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

type SettingsSectionProps = { title: string; about: string; children: ReactNode };

/** A part of Settings: what it is for on the left, what can be set on the right. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
