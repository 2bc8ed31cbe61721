import { Fragment } from 'react';
import classes from '../ui/components.module.css';

/** What a purchase or search asks for, in a few words; a date in it is never broken over two lines. */
export function SearchTitle({ title }: { title: string }) {
  return title.split(/(\d{4}-\d{2}-\d{2})/).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <span className={classes.unbroken} key={index}>
        {piece}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
