import { Button, Group, Text } from '@mantine/core';
import { IconFileDollar, IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Run } from '#shared/contract/awards.ts';
import { Money } from '../components/money.tsx';
import { batchesQuery } from '../quote/batches-query.ts';
import { askForNextPages, showBatch } from '../quote/next-pages-sheet.ts';
import { askForQuote } from '../quote/quote-sheet.ts';
import { awardToolsQuery } from '../search/award-tools-query.ts';

type NextPageProps = { runId: number; title: string; next: NonNullable<Run['next']> };

/**
 * Offers the next page of a run, with its listed price before anything is quoted (asking for the quote buys nothing), and
 * several pages as one approval with a ceiling; while one is under way, the way to it instead.
 */
export function NextPage({ runId, title, next }: NextPageProps) {
  const tools = useQuery(awardToolsQuery);
  const found = tools.data?.tools.find(({ tool }) => tool.toolRef === next.toolRef);
  // The exact amount where the listing tells one, else the listing's own words for it.
  const listed = found?.price ? <Money amount={found.price} /> : (found?.tool.priceLabel ?? null);
  const batches = useQuery(batchesQuery);
  const running = batches.data?.find((batch) => batch.state === 'running' && batch.runId === runId);
  if (running)
    return (
      <Group gap="sm" justify="flex-end" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {running.words}
        </Text>
        <Button size="xs" variant="light" onClick={() => showBatch(running.batchId)}>
          Show the pages
        </Button>
      </Group>
    );
  return (
    <Group gap="sm" justify="flex-end" wrap="nowrap">
      <Text size="xs" c="dimmed" ta="right" maw={300} lh={1.35}>
        {listed !== null ? (
          <>Listed at {listed}. The quote names the exact price; asking buys nothing.</>
        ) : (
          'The price is not in the kept catalogue; the quote names it. Asking buys nothing.'
        )}
      </Text>
      <Button
        style={{ flexShrink: 0 }}
        size="xs"
        variant="light"
        leftSection={<IconFileDollar size={14} aria-hidden />}
        onClick={() => void askForQuote({ toolRef: next.toolRef, input: next.input, runId })}
      >
        Next page: get quote
      </Button>
      <Button
        style={{ flexShrink: 0 }}
        size="xs"
        variant="default"
        leftSection={<IconFiles size={14} aria-hidden />}
        onClick={() => askForNextPages({ runId, title, pagePrice: found?.price ?? null })}
      >
        Next pages…
      </Button>
    </Group>
  );
}
