import { Button, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Grant } from '#shared/contract/standing-approvals.ts';
import { plainDate } from '#shared/formats.ts';
import { grantTerms } from '#shared/purchase/grant-terms.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { Money, Moneys } from '../money/money.tsx';
import { grantsQuery } from '../permissions/grants-query.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { Ago } from '../ui/ago.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { TableHead } from '../ui/table-head.tsx';
import { Tag, type Tone } from '../ui/tag.tsx';
import classes from './settings.module.css';

const STATES: Record<Grant['state'], { label: string; tone: Tone }> = {
  in_force: { label: 'In force', tone: 'warn' },
  revoked: { label: 'Revoked', tone: 'quiet' },
  over: { label: 'Over', tone: 'quiet' },
};

/** Each permission with its end, the spending under it, and a button that withdraws it. */
export function GrantTable({ grants }: { grants: readonly Grant[] }) {
  const revoke = useMutation({
    mutationFn: (grantId: string) => api.purchases.revokeGrant({ grantId }),
    onSuccess: (after) => {
      queryClient.setQueryData(grantsQuery.queryKey, (known) =>
        known?.map((grant) => (grant.grantId === after.grantId ? after : grant)),
      );
      announce(`Revoked: ${after.title}. Nothing more is bought under it.`);
    },
  });
  return (
    <>
      <NotDone of={revoke} title="Not revoked" />
      <Table aria-label="Standing permissions" className={classes.grants} verticalSpacing={8}>
        <TableHead columns={['Search', 'At most a day', 'Until', 'Spent', 'State']} />
        <Table.Tbody>
          {grants.map((grant) => (
            <Table.Tr key={grant.grantId}>
              <Table.Td>
                <SearchTitle title={grant.title} />
                <Text size="xs" c="dimmed">
                  {grantTerms(grant)}; given <Ago at={grant.createdAt} />
                </Text>
              </Table.Td>
              <Table.Td>
                <Money amount={grant.perDay} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{plainDate(grant.until)}</Table.Td>
              <Table.Td>
                <Moneys amounts={grant.spent} unread={grant.unread} />
                {(grant.spentToday.length > 0 || grant.unreadToday > 0) && (
                  <Text size="xs" c="dimmed">
                    today <Moneys amounts={grant.spentToday} unread={grant.unreadToday} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Tag tone={STATES[grant.state].tone}>{STATES[grant.state].label}</Tag>
                {grant.state === 'in_force' ? (
                  <div>
                    <Button
                      size="compact-xs"
                      mt={6}
                      loading={revoke.isPending && revoke.variables === grant.grantId}
                      aria-label={`Revoke: ${grant.title}`}
                      onClick={() => revoke.mutate(grant.grantId)}
                    >
                      Revoke
                    </Button>
                  </div>
                ) : (
                  <Text size="xs" c="dimmed">
                    {grant.words}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
