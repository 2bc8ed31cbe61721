import { Alert, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import type { Tool } from '#shared/contract/catalogue.ts';
import { catalogueAddress, toolComparisonAddress, toolPath } from '../addresses/catalogue-address.ts';
import { api } from '../api/api.ts';
import { AnswerLine } from '../tools/answer-line.tsx';
import { useCachedThenService } from '../tools/cached-then-service.ts';
import classes from '../tools/catalogue.module.css';
import { Health, ListedPrice, providerLabel } from '../tools/tool-labels.tsx';
import { Ago } from '../ui/ago.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Screen } from '../ui/screen.tsx';
import { UnreadAnswer } from './unread-answer.tsx';

const time = (at: number | null): ReactNode => (at === null ? 'not stated' : <Ago at={at} />);

const ROWS: readonly { name: string; cell: (tool: Tool) => ReactNode }[] = [
  { name: 'What it does', cell: (tool) => tool.description },
  { name: 'Listed price', cell: (tool) => <ListedPrice tool={tool} /> },
  { name: 'Health', cell: (tool) => <Health status={tool.healthStatus} /> },
  { name: 'Provider', cell: providerLabel },
  { name: 'Listing', cell: (tool) => tool.listingTier ?? 'not stated' },
  { name: 'Checked', cell: (tool) => time(tool.lastCheckedAt) },
  { name: 'Last healthy', cell: (tool) => time(tool.lastHealthyAt) },
  { name: 'Capability', cell: (tool) => tool.capabilityId ?? 'not stated' },
];

/** Members that Milepost does not know, as they came; shown as a row only where there are any. */
const MORE = {
  name: 'More',
  cell: (tool: Tool): ReactNode =>
    Object.keys(tool.more).length === 0 ? 'nothing' : <JsonTree value={tool.more} open={1} />,
};
const rowsFor = (tools: readonly Tool[]) =>
  tools.some(({ more }) => Object.keys(more).length > 0) ? [...ROWS, MORE] : ROWS;

/** Up to four Tools side by side, as the service compares them: `/catalogue/compare?refs=…&refs=…`. */
export function ToolComparison() {
  const search = useSearch();
  const toolRefs = toolComparisonAddress.read(search).refs;
  const back = catalogueAddress.path({ chosen: toolRefs });
  const aside = (
    <PageLink underline="hover" href={back}>
      Choose other Tools
    </PageLink>
  );
  return (
    <Screen title="Compare Tools" aside={aside} unread={toolComparisonAddress.unread(search)}>
      {toolRefs.length === 0 ? (
        <EmptyState title="No Tools are chosen">Tick up to four Tools in the catalogue.</EmptyState>
      ) : (
        <Compared key={toolRefs.join()} toolRefs={toolRefs} />
      )}
    </Screen>
  );
}

function Compared({ toolRefs }: { toolRefs: string[] }) {
  const { answer, waiting, refreshing, failure, unread, readAgain } = useCachedThenService(
    ['comparison', toolRefs],
    (from) => api.catalogue.compare({ from, toolRefs }),
  );
  if (waiting) return <LoadingState words="Reading the Tools…" />;
  return (
    <>
      <AnswerLine
        provenance={answer?.provenance ?? null}
        refreshing={refreshing}
        unread={unread}
        failure={failure}
        readAgain={readAgain}
      />
      {answer?.notice && (
        <Alert color="blue" my="xs">
          {answer.notice}
        </Alert>
      )}
      {answer?.raw !== undefined && <UnreadAnswer answer={answer} />}
      {answer && answer.missing.length > 0 && (
        <Alert color="yellow" my="xs" title="Not among the answer">
          {answer.missing.join(', ')}. {answer.absence?.words}
        </Alert>
      )}
      {answer && answer.tools.length > 0 && (
        <Table.ScrollContainer minWidth={130 + answer.tools.length * 190}>
          <Table
            aria-label="Tool comparison"
            layout="fixed"
            withTableBorder
            withColumnBorders
            className={classes.comparison}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Td w={124} />
                {answer.tools.map((tool) => (
                  <Table.Th key={tool.toolRef} scope="col" className={classes.wrap}>
                    <PageLink underline="hover" href={toolPath(tool.toolRef)}>
                      {tool.title}
                    </PageLink>
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rowsFor(answer.tools).map(({ name, cell }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {answer.tools.map((tool) => (
                    <Table.Td key={tool.toolRef} className={classes.wrap}>
                      {cell(tool)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}
