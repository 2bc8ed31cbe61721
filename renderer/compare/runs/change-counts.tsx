import { Button, Group } from '@mantine/core';
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import classes from '../compare.module.css';
import { CHANGE_HINTS, CHANGE_LABELS, type DifferencesRead } from './difference-labels.ts';

type ChangeCountsProps = {
  differences: DifferencesRead;
  /** The kinds that are listed; none means all. */
  chosen: readonly Change[];
  onChosen: (changes: Change[]) => void;
};

/** How many records changed in which way; pressing one lists it, alone or with others. */
export function ChangeCounts({ differences, chosen, onChosen }: ChangeCountsProps) {
  const present = CHANGES.filter((change) => differences.counts[change] > 0 || chosen.includes(change));
  const hints = present.flatMap((change) => {
    const hint = CHANGE_HINTS[change];
    return hint === undefined ? [] : [`${CHANGE_LABELS[change]}: ${hint}`];
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
              {formatNumber(differences.counts[change])} {CHANGE_LABELS[change]}
            </Button>
          );
        })}
        <span className={classes.note}>{plural(differences.unchanged, 'record')} unchanged</span>
      </Group>
      {hints.length > 0 && <p className={classes.note}>{hints.join(' ')}</p>}
    </>
  );
}
