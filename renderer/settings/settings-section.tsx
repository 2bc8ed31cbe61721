import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

type SettingsSectionProps = {
  title: string;
  about: string;
  /** The name of this part of its section in an address. */
  part?: string;
  children: ReactNode;
};

/** A part of a section of Settings: its purpose, in a sentence, and its controls. */
export function SettingsSection({ title, about, part, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id} data-part={part}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      <p className={classes.about}>{about}</p>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
