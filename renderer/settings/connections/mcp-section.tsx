import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { McpReport } from '#shared/contract/program/connections.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { Ago } from '../../ui/ago.tsx';
import { Facts } from '../../ui/facts.tsx';
import { NotDone } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { Loaded } from '../loaded.tsx';
import { mcpQuery } from '../queries.ts';
import { SettingsSection } from '../settings-section.tsx';
import classes from './connections.module.css';
import { McpTools } from './mcp-tools.tsx';
import { Trouble } from './trouble.tsx';

const STATES: Record<McpReport['state'], { words: string; tone: Tone }> = {
  off: { words: 'Off', tone: 'quiet' },
  connecting: { words: 'Connecting…', tone: 'quiet' },
  connected: { words: 'Connected', tone: 'good' },
  failed: { words: 'Not connected', tone: 'bad' },
};

type Act = { act: 'connect'; readonly: boolean } | { act: 'disconnect' } | { act: 'reads'; use: boolean };

const perform = (act: Act): Promise<McpReport> =>
  act.act === 'connect'
    ? api.mcp.connect({ readonly: act.readonly })
    : act.act === 'disconnect'
      ? api.mcp.disconnect()
      : api.mcp.chooseForReads({ use: act.use });

/** The service's tool connection: its tools, and whether the catalogue is read over it. */
export function McpSection() {
  const mcp = useQuery(mcpQuery);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const act = useMutation({
    mutationFn: perform,
    onSuccess: (after) => {
      queryClient.setQueryData(mcpQuery.queryKey, after);
      announce(
        after.state === 'connected'
          ? `Tool connection: ${after.tools.length} tools listed.`
          : 'The tool connection is off.',
      );
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: mcpQuery.queryKey }),
  });
  const { data } = mcp;
  const requested = act.isPending ? act.variables : null;
  const isOpen = data?.state === 'connected';
  const readonly = wanted ?? data?.readonly ?? true;
  return (
    <SettingsSection
      title="Tool connection (MCP)"
      about="The service as a set of tools, over the Model Context Protocol. Read over it; never bought over it."
    >
      <Loaded of={mcp}>
        {(data) => (
          <>
            <Group gap="xs">
              <Tag tone={STATES[data.state].tone}>{STATES[data.state].words}</Tag>
              <Text component="code">{data.address}</Text>
            </Group>
            {data.trouble && <Trouble title="The tool connection does not work" trouble={data.trouble} />}
            <SessionFacts report={data} />
            <Checkbox
              label="Read-only"
              description="Asks the service for discovery and account reads alone (readonly=1). Without it the list shows what could buy or change something too; Milepost still calls none of that."
              checked={readonly}
              disabled={act.isPending}
              onChange={(event) => setWanted(event.currentTarget.checked)}
            />
            <Group gap="xs">
              <Button
                loading={act.isPending && act.variables.act === 'connect'}
                disabled={act.isPending || (isOpen && readonly === data.readonly)}
                onClick={() => act.mutate({ act: 'connect', readonly })}
              >
                {isOpen ? 'Connect again' : 'Connect tools'}
              </Button>
              <Button
                loading={act.isPending && act.variables.act === 'disconnect'}
                disabled={act.isPending || data.state === 'off'}
                onClick={() => act.mutate({ act: 'disconnect' })}
              >
                Disconnect tools
              </Button>
            </Group>
            <NotDone of={act} title="The tool connection did not follow" />
            {data.notices.map((notice) => (
              <Text key={notice}>{notice}</Text>
            ))}
            <Checkbox
              label="Read the catalogue over this connection"
              description="Freshness, list, search, describe and compare, where a listed tool covers them. Quotes and Calls stay on HTTP."
              checked={requested?.act === 'reads' ? requested.use : data.useForReads}
              disabled={act.isPending}
              onChange={(event) => act.mutate({ act: 'reads', use: event.currentTarget.checked })}
            />
            {isOpen && (
              <>
                <McpRoles roles={data.roles} />
                <McpTools tools={data.tools} />
              </>
            )}
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}

function SessionFacts({ report }: { report: McpReport }) {
  const { session, listedAt } = report;
  if (session === null) return null;
  return (
    <Facts
      className={classes.facts}
      facts={[
        ['Protocol version', session.protocolVersion],
        ['Service', session.server && `${session.server.name} ${session.server.version}`],
        ['Open since', <Ago key="session" at={session.startedAt} />],
        ['Tools listed', listedAt !== null && <Ago key="listed" at={listedAt} />],
      ]}
    />
  );
}

/** Which listed tool covers which part of the catalogue, and why. */
function McpRoles({ roles }: { roles: McpReport['roles'] }) {
  return (
    <Table aria-label="Roles covered by tools" className={classes.roles} verticalSpacing={6}>
      <TableHead columns={['Role', 'Tool']} />
      <Table.Tbody>
        {roles.map(({ role, words, tool, why }) => (
          <Table.Tr key={role}>
            <Table.Td>{words}</Table.Td>
            <Table.Td>
              {tool === null ? <Text>HTTP</Text> : <code style={{ overflowWrap: 'anywhere' }}>{tool}</code>}
              <Text size="xs" c="dimmed">
                {why}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
