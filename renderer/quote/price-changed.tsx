import { Alert, Text } from '@mantine/core';
import { IconTrendingUp } from '@tabler/icons-react';
import type { Amount } from '#shared/money.ts';
import { Money } from '../money/money.tsx';
import { priceDifference } from './price-difference.ts';

/** Reports an earlier quote of the same request at another price: a price rise is emphasised, a fall is mentioned. */
export function PriceChanged({ before, price }: { before: Amount | null; price: Amount }) {
  const difference = priceDifference(before, price);
  if (difference === null) return null;
  if (difference.kind === 'cheaper')
    return (
      <Text c="dimmed">
        <Money amount={difference.by} /> less than the last quote of this request (
        <Money amount={difference.before} />
        ).
      </Text>
    );
  return (
    <Alert
      color="orange"
      icon={<IconTrendingUp aria-hidden />}
      title={
        difference.kind === 'dearer' ? 'The price is higher than before' : 'The price is in another currency'
      }
    >
      <Text>
        {difference.kind === 'dearer' ? (
          <>
            The last quote of this request was <Money amount={difference.before} />; this one is{' '}
            <Money amount={price} />, which is <Money amount={difference.by} /> more.
          </>
        ) : (
          <>
            The last quote of this request was <Money amount={difference.before} />; this one is{' '}
            <Money amount={price} />. Milepost does not convert money.
          </>
        )}
      </Text>
    </Alert>
  );
}
