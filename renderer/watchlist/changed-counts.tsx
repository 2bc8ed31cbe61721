import { Fragment } from 'react';
import type { Change } from '#shared/award-analysis/differences.ts';
import { changedPath } from '../addresses/compare-address.ts';
import { followLink } from '../ui/page-link.tsx';
import { type ChangeLabel, changeLabels } from './change-labels.ts';
import classes from './watchlist.module.css';

type ChangedCountsProps = {
  counts: Readonly<Partial<Record<Change, number>>>;
  /** The runs between which they changed. */
  before: number;
  after: number;
  /** How many kinds of change are shown; all unless given. */
  most?: number;
};

/** How many records changed in which way between two runs; each links to exactly these records, before and after. */
export function ChangedCounts({ counts, before, after, most }: ChangedCountsProps) {
  const { changed, unread } = changeLabels(counts, most);
  const links = (labels: readonly ChangeLabel[]) =>
    labels.map(({ change, words }, place) => (
      <Fragment key={change}>
        {place > 0 && ', '}
        <a href={changedPath(before, after, change)} onClick={followLink}>
          {words}
        </a>
      </Fragment>
    ));
  return (
    <>
      <div className={classes.counts}>{changed.length > 0 ? links(changed) : 'No change'}</div>
      {unread.length > 0 && <div className={`${classes.counts} ${classes.small}`}>{links(unread)}</div>}
    </>
  );
}
