import { useNow } from '../components/now.ts';
import { filterWords } from '../results/filter-words.ts';
import classes from './compare.module.css';
import { type CompareAddress, commonFilter } from './compare-address.ts';
import { madeWords } from './take-away-words.ts';

/** What paper has to say instead of the fields that stand on the screen: what was left out, and as of when. */
export function OnPaper({ address }: { address: CompareAddress }) {
  const now = useNow();
  const filters = filterWords(commonFilter(address)).map(({ words }) => words);
  return (
    <p className={classes.onPaper}>
      {filters.length > 0 && `Only ${filters.join(', ')}. `}
      {madeWords(now)}
    </p>
  );
}
