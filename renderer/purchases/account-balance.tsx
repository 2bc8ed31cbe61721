import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { Ago } from '../components/ago.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Money } from '../components/money.tsx';
import { statusQuery } from '../components/status-query.ts';
import { announce } from '../components/status-words.ts';

/** What the account holds at the service, asked for by the person alone. */
export function AccountBalance() {
  const { data: status } = useQuery(statusQuery);
  const balance = useQuery({
    queryKey: ['account-balance', status?.marketplace.address],
    queryFn: async () => {
      const answer = await api.purchases.balance();
      announce(`${formatAmount(answer.available)} is available.`);
      return answer;
    },
    enabled: false,
  });
  const { data, isFetching } = balance;
  return (
    <>
      <Group gap="sm">
        <Button size="sm" variant="default" loading={isFetching} onClick={() => void balance.refetch()}>
          Read the balance
        </Button>
        <Text size="sm" c={data ? 'var(--mantine-color-text)' : 'dimmed'}>
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
      {balance.isError && !isFetching && (
        <FailureNotice error={balance.error} title="The balance could not be read" />
      )}
    </>
  );
}
