import { Fragment } from 'react';
import classes from '../ui/components.module.css';

/** Between the parts of a title. */
const BETWEEN = ' · ';
/** Parts of more characters than these may break within: they would push the rest out of a narrow column. */
const UNBROKEN_MAX = 34;

/**
 * What a purchase or search asks for, in a few words; a line breaks after a part and never within a date or name. The
 * dot is drawn on the space between two parts, so that it vanishes with the space where a line ends; its letter, which
 * has no size, is there to be listened to, found and copied.
 */
export function SearchTitle({ title }: { title: string }) {
  const parts = title.split(BETWEEN);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>
      <span className={part.length <= UNBROKEN_MAX ? classes.unbroken : undefined}>
        {part}
        {index < parts.length - 1 && <span className={classes.unsized}>{'\u00A0·'}</span>}
      </span>
      {index < parts.length - 1 && <span className={classes.dotted}> </span>}
    </Fragment>
  ));
}
