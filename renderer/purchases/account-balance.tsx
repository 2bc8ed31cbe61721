import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { amountLabel } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { Money } from '../money/money.tsx';
import { blockedProps } from '../status/offline.ts';
import { statusQuery } from '../status/queries.ts';
import { Ago } from '../ui/ago.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';

/**
 * What the account holds at the service, requested only by the user. `offline`: why it cannot be, shown on the screen.
 */
export function AccountBalance({ offline }: { offline: string | null }) {
  const { data: status } = useQuery(statusQuery);
  const balance = useQuery({
    queryKey: ['account-balance', status?.marketplace.address],
    queryFn: async () => {
      const answer = await api.purchases.balance();
      announce(`${amountLabel(answer.available)} is available.`);
      return answer;
    },
    enabled: false,
  });
  const { data, isFetching } = balance;
  return (
    <>
      <Group gap="sm">
        <Button
          size="sm"
          loading={isFetching}
          {...blockedProps(offline, 'offline', () => void balance.refetch())}
        >
          Read the balance
        </Button>
        <Text c={data ? 'var(--mantine-color-text)' : 'dimmed'}>
          {data ? (
            <>
              <Money amount={data.available} /> available
              {data.reserved !== null && BigInt(data.reserved.units) !== 0n && (
                <>
                  , <Money amount={data.reserved} /> held for what is under way
                </>
              )}
              . Read <Ago at={data.at} />.
            </>
          ) : (
            'Asks what your account holds. Your limits do not depend on it.'
          )}
        </Text>
      </Group>
      {balance.isLoadingError && !isFetching && (
        <FailureNotice error={balance.error} title="The balance could not be read" />
      )}
    </>
  );
}
