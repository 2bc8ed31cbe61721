import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import { effectParts } from '#shared/catalogue/effects.ts';
import type { ToolDetail } from '#shared/contract/catalogue.ts';
import classes from '../tools/catalogue.module.css';
import { Health, ListedPrice, providerLabel } from '../tools/tool-labels.tsx';
import { Ago } from '../ui/ago.tsx';
import { Facts, type NamedFact } from '../ui/facts.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { SchemaTable } from './schema-table.tsx';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The service's description of a Tool, part by part; missing parts are shown as such. */
export function ToolDetails({ tool }: { tool: ToolDetail }) {
  const isAwardSearch = tool.capabilityId !== null && awardSearchProvider(tool.capabilityId) !== undefined;
  const facts: NamedFact[] = [
    ['Listed price', <ListedPrice key="price" tool={tool} />],
    ['Health', <Health key="health" status={tool.healthStatus} />],
    ['Provider', providerLabel(tool)],
    ['Version', tool.version ?? 'not stated'],
    ['Capability', tool.capabilityId ?? 'not stated'],
    ['Listing', tool.listingTier ?? 'not stated'],
    ['Authentication', tool.authentication ?? 'not stated'],
    ['Checked', tool.lastCheckedAt === null ? 'not stated' : <Ago key="checked" at={tool.lastCheckedAt} />],
    [
      'Last healthy',
      tool.lastHealthyAt === null ? 'not stated' : <Ago key="healthy" at={tool.lastHealthyAt} />,
    ],
    ['Reference', <RequestId key="ref" id={tool.toolRef} what="Tool reference" />],
  ];
  return (
    <>
      <Text maw="90ch" my={12} style={{ overflowWrap: 'anywhere' }}>
        {tool.description}
      </Text>
      {isAwardSearch && awardSearchDrift(tool) === null && (
        <p>
          <PageLink underline="hover" href="/">
            Search award space with this Tool
          </PageLink>
        </p>
      )}
      <Facts facts={facts} className={classes.factGrid} />
      <p className={classes.note}>The quote names the exact price.</p>
      <Section title="What it needs">
        <SchemaTable schema={tool.inputJsonSchema} label="Inputs" />
      </Section>
      <Section title="What it returns">
        <SchemaTable schema={tool.outputJsonSchema} label="Outputs" />
      </Section>
      <Section title="Effects">
        <PlainTable
          label="Effects"
          heads={['Effect', 'When', 'Afterwards']}
          rows={tool.effects.map(effectParts)}
          nothing="The service states no effects."
        />
      </Section>
      <Section title="Data use">
        <PlainTable
          label="Data use"
          heads={['Input', 'Classification', 'When', 'To whom', 'For what']}
          rows={tool.dataUse.map((use) => [
            use.inputPointer,
            use.classification,
            use.phase,
            use.recipient,
            use.purposes.join(', '),
          ])}
          nothing="The service states no data use."
        />
      </Section>
      <Section title="Terms">
        <PlainTable
          label="Terms"
          heads={['Term', 'Value']}
          rows={tool.materialTerms.map((term) => [term.label, term.value])}
          nothing="The service states no terms."
        />
      </Section>
      {tool.payment && (
        <Section title="Payment">
          <JsonTree value={tool.payment} open={1} />
        </Section>
      )}
      {Object.keys(tool.more).length > 0 && (
        <Section title="More">
          <p className={classes.small}>Members that Milepost does not know, as they came.</p>
          <JsonTree value={tool.more} open={1} />
        </Section>
      )}
    </>
  );
}

type PlainTableProps = { label: string; heads: string[]; rows: string[][]; nothing: string };

function PlainTable({ label, heads, rows, nothing }: PlainTableProps) {
  if (rows.length === 0) return <p className={classes.note}>{nothing}</p>;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={label} className={classes.plainTable}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.join('\n')}>
              {row.map((cell, index) => (
                <Table.Td key={heads[index]} className={classes.wrap}>
                  {cell || 'not stated'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
