import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountsDifference } from '#shared/contract/purchase-accounts.ts';
import { api } from '../api/api.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Money } from '../money/money.tsx';
import { TryNetwork } from '../quote/try-network.tsx';
import { blockedProps, useOffline } from '../status/offline.ts';
import { Ago } from '../ui/ago.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { purchasePath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { TableHead } from '../ui/table-head.tsx';
import { AccountBalance } from './account-balance.tsx';
import classes from './purchases.module.css';

/** Each kind of difference in a few words; the difference's own words explain it. */
const DIFFERENCE_LABELS: Record<AccountsDifference['kind'], string> = {
  only_at_service: 'Only the service knows it',
  only_here: 'Only this computer knows it',
  state: 'They differ in how it ended',
  charge: 'They differ in what was charged',
  open_here: 'Not settled here yet',
};

const OFFLINE = 'Offline: both need the network. Everything saved still works.';

/** Compares the service's own list of Calls with the journal on this computer. Reads only; buys nothing. */
export function ServiceComparison() {
  // Requested only by the user; the answer stays until it is requested again, whatever changes meanwhile.
  const compared = useQuery({
    queryKey: ['service-comparison'],
    queryFn: async () => {
      const answer = await api.purchases.reconcileWithService();
      announce(answer.words);
      return answer;
    },
    enabled: false,
  });
  const { data } = compared;
  const offline = useOffline() ? OFFLINE : null;
  const when = data && (
    <Text span c="dimmed">
      {data.complete ? 'Compared' : 'Asked'} <Ago at={data.at} />.
    </Text>
  );
  return (
    <Stack gap="md">
      {offline !== null && (
        <Text id="offline">
          {offline} <TryNetwork />
        </Text>
      )}
      <Group gap="sm">
        <Button
          size="sm"
          variant={data ? 'default' : 'filled'}
          loading={compared.isFetching}
          {...blockedProps(offline, 'offline', () => void compared.refetch())}
        >
          Compare with the service
        </Button>
        <Text c="dimmed">Reads the service’s list of your Calls. It buys nothing.</Text>
      </Group>
      <AccountBalance offline={offline} />
      {compared.isLoadingError && !compared.isFetching && (
        <FailureNotice error={compared.error} title="The service’s list could not be read" />
      )}
      {compared.isFetching && !data && <LoadingState words="Reading the service’s list of Calls…" />}
      {!data && !compared.isFetching && !compared.isLoadingError && (
        <EmptyState icon={<IconScale size={36} stroke={1.4} aria-hidden />} title="Not compared yet">
          The service lists the Calls of your account. Comparing them with the purchases here shows whether
          both say the same, and whether either lacks one.
        </EmptyState>
      )}
      {data && (
        <>
          {data.complete ? (
            <Text>
              <strong>{data.words}</strong> {when}
            </Text>
          ) : (
            <Alert color="orange" title={data.words}>
              <Text>What was not read is not counted as a difference. {when}</Text>
            </Alert>
          )}
          {data.differences.length > 0 && <Differences differences={data.differences} />}
        </>
      )}
    </Stack>
  );
}

function Differences({ differences }: { differences: readonly AccountsDifference[] }) {
  return (
    <div className={classes.scroller}>
      <Table
        aria-label="Differences between the service and the journal"
        className={classes.table}
        verticalSpacing={8}
      >
        <TableHead columns={['What differs', 'The service says', 'Here']} />
        <Table.Tbody>
          {differences.map((difference) => (
            <Table.Tr key={`${difference.kind} ${difference.callRef} ${difference.purchaseId}`}>
              <Table.Td miw={320}>
                <Text fw={600}>{DIFFERENCE_LABELS[difference.kind]}</Text>
                <Text>{difference.words}</Text>
                <Group gap="xs" mt={4}>
                  {difference.purchaseId !== null && (
                    <PageLink href={purchasePath(difference.purchaseId)}>Show purchase</PageLink>
                  )}
                  {difference.callRef !== null && (
                    <Text size="xs" c="dimmed" component="span">
                      Call <RequestId id={difference.callRef} what="Call reference" />
                    </Text>
                  )}
                </Group>
              </Table.Td>
              <Table.Td>
                <Side side={difference.service} nothing="does not list it" />
              </Table.Td>
              <Table.Td>
                <Side side={difference.journal} nothing="not known" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Side({ side, nothing }: { side: AccountsDifference['service']; nothing: string }) {
  if (side === null) return <span className={classes.small}>{nothing}</span>;
  return (
    <>
      <code>{side.state}</code>
      <div className={classes.small}>
        {side.chargeState === null ? 'charge not stated' : chargeLabel(side.chargeState)}
        {side.amount && (
          <>
            {', '}
            <Money amount={side.amount} />
          </>
        )}
      </div>
    </>
  );
}
