import { Button, Group } from '@mantine/core';
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { formatNumber, plural } from '../results/award-words.ts';
import classes from './compare.module.css';
import { CHANGE_HINTS, CHANGE_WORDS, type Differences } from './difference-words.ts';

type ChangeCountsProps = {
  told: Differences;
  /** The kinds that are listed; none means all. */
  chosen: readonly Change[];
  onChosen: (changes: Change[]) => void;
};

/** How many records changed in which way; pressing one lists it alone or with others. */
export function ChangeCounts({ told, chosen, onChosen }: ChangeCountsProps) {
  const present = CHANGES.filter((change) => told.counts[change] > 0 || chosen.includes(change));
  const hints = present.flatMap((change) => {
    const hint = CHANGE_HINTS[change];
    return hint === undefined ? [] : [`${CHANGE_WORDS[change]}: ${hint}`];
  });
  return (
    <>
      <Group gap={6} role="group" aria-label="What changed">
        {present.map((change) => {
          const isChosen = chosen.includes(change);
          return (
            <Button
              key={change}
              size="compact-sm"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() =>
                onChosen(isChosen ? chosen.filter((each) => each !== change) : [...chosen, change])
              }
            >
              {formatNumber(told.counts[change])} {CHANGE_WORDS[change]}
            </Button>
          );
        })}
        <span className={classes.note}>{plural(told.unchanged, 'record')} unchanged</span>
      </Group>
      {hints.length > 0 && <p className={classes.note}>{hints.join(' ')}</p>}
    </>
  );
}
