import { type CompareAddress, commonFilter } from '../../addresses/compare-address.ts';
import { filterLabels } from '../../records/filter-labels.ts';
import { useNow } from '../../ui/now.ts';
import classes from '../compare.module.css';
import { madeLabel } from './take-away-labels.ts';

/** What paper has to say instead of the fields that stand on the screen: what was left out, and as of when. */
export function OnPaper({ address }: { address: CompareAddress }) {
  const now = useNow();
  const filters = filterLabels(commonFilter(address)).map(({ words }) => words);
  return (
    <p className={classes.onPaper}>
      {filters.length > 0 && `Only ${filters.join(', ')}. `}
      {madeLabel(now)}
    </p>
  );
}
