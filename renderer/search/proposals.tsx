import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SearchProposal } from '#shared/contract/program/assistants.ts';
import { api } from '../api/api.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { Ago } from '../ui/ago.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { fillForm } from './form-store.ts';
import classes from './search.module.css';

/** Searches that an assistant proposed: they only fill in the form. Nothing while there are none. */
export function Proposals() {
  const { data } = useQuery({
    queryKey: ['assistants', 'proposals'],
    queryFn: () => api.assistants.proposals(),
  });
  const settle = useMutation({
    mutationFn: ({
      proposal: { proposalId },
      as,
    }: {
      proposal: SearchProposal;
      as: 'filled' | 'dismissed';
    }) => api.assistants.settleProposal({ proposalId, as }),
    onSuccess: (_, { proposal, as }) => {
      if (as === 'filled') fillForm(proposal.request);
      announce(
        as === 'filled' ? `Filled in: ${proposal.title}. Nothing was asked for or bought.` : 'Dismissed.',
      );
    },
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby="proposals-heading">
      <h2 id="proposals-heading">Proposed by an assistant</h2>
      <NotDone of={settle} title="The proposal stayed as it was" />
      <ul>
        {data.map((proposal) => (
          <li key={proposal.proposalId}>
            <SearchTitle title={proposal.title} />
            {proposal.reason !== '' && (
              <Text component="q" display="block" my={2} fz={13} style={{ overflowWrap: 'anywhere' }}>
                {proposal.reason}
              </Text>
            )}
            <span className={classes.detail}>
              {proposal.client || 'An assistant'}, <Ago at={proposal.at} />
            </span>
            <Group gap={6}>
              <Button
                size="compact-sm"
                aria-label={`Fill in ${proposal.title}`}
                onClick={() => settle.mutate({ proposal, as: 'filled' })}
              >
                Fill in
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={`Dismiss ${proposal.title}`}
                onClick={() => settle.mutate({ proposal, as: 'dismissed' })}
              >
                Dismiss
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
