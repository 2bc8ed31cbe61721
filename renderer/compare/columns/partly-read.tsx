import { Link } from 'wouter';
import { contentKeys } from '#shared/content-keys.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { scopePath } from '../../ui/screen-paths.ts';
import classes from '../compare.module.css';
import type { ComparedColumn } from './compared-column.ts';
import { areReadAlike, partlyRead } from './read-alike.ts';
import { shortTitles } from './short-titles.ts';

type PartlyReadProps = {
  columns: readonly CompareColumn[];
  compared: readonly ComparedColumn[];
  titles: readonly string[];
};

/** The columns that are not complete, which is why nothing is marked as the best. */
export function PartlyRead({ columns, compared, titles }: PartlyReadProps) {
  const partly = partlyRead(compared, shortTitles(titles));
  if (partly.length === 0) return null;
  const keys = contentKeys(columns);
  return (
    <section className={classes.partly} aria-label="Not read to the end">
      {!areReadAlike(compared) && <strong>Not read alike, so nothing is marked as best.</strong>}
      <ul>
        {partly.map(({ index, title, words }) => {
          const scope = columns[index]?.scope;
          return (
            <li key={keys[index]}>
              {title}: {words.charAt(0).toLowerCase() + words.slice(1)}.{' '}
              {scope !== undefined && <Link href={scopePath(scope)}>Get the rest</Link>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
