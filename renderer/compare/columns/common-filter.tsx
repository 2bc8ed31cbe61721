import { Anchor, Checkbox, NumberInput, Text } from '@mantine/core';
import type { CompareAddress } from '../../addresses/compare-address.ts';
import classes from '../compare.module.css';

type CommonFilterProps = {
  address: Pick<CompareAddress, 'direct' | 'seatsMin'>;
  change: (part: Partial<CompareAddress>) => void;
};

/** The filter that applies to every column, and in every tab, which it says. */
export function CommonFilter({ address: { direct, seatsMin }, change }: CommonFilterProps) {
  return (
    <>
      <NumberInput
        label="Fewest seats"
        size="xs"
        w={130}
        min={1}
        max={99}
        allowDecimal={false}
        value={seatsMin ?? ''}
        onChange={(value) => change({ seatsMin: typeof value === 'number' ? value : null })}
      />
      <Checkbox
        className={classes.onLine}
        label="Direct only"
        checked={direct}
        onChange={(event) => change({ direct: event.currentTarget.checked })}
      />
      {(direct || seatsMin !== null) && (
        <Text size="xs" c="dimmed" className={classes.onLine}>
          In every tab of Compare.{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => change({ direct: false, seatsMin: null })}
          >
            Clear both
          </Anchor>
        </Text>
      )}
    </>
  );
}
