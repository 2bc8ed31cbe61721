import { Fragment } from 'react';
import classes from '../ui/components.module.css';

/** Separates the parts of a title. */
const BETWEEN = ' · ';
/** Longer parts may break inside, as they would otherwise push the rest out of a narrow column. */
const UNBROKEN_MAX = 34;

/**
 * The request of a purchase or search, in a few words; a line breaks after a part and never within a date or name. The
 * dot is drawn on the space between two parts, so that it vanishes with the space at a line's end; its text, which has
 * no size, is there for screen readers, searching and copying.
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
