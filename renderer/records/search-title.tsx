import { Fragment } from 'react';
import classes from '../ui/components.module.css';

/** Between the parts of a title. */
const BETWEEN = ' · ';

/** What a purchase or search asks for, in a few words; a line breaks between its parts and never within a date or name. */
export function SearchTitle({ title }: { title: string }) {
  return title.split(BETWEEN).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>
      {index > 0 && BETWEEN}
      <span className={part.length <= 34 ? classes.unbroken : undefined}>{part}</span>
    </Fragment>
  ));
}
