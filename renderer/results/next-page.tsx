import { Button, Group, Text } from '@mantine/core';
import { IconFileDollar, IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Run } from '#shared/contract/awards.ts';
import type { Amount } from '#shared/money.ts';
import { Money } from '../money/money.tsx';
import { awardToolsQuery } from '../quote/award-tools-query.ts';
import { batchesQuery } from '../quote/batches/batches-query.ts';
import { askForNextPages, showBatch } from '../quote/batches/next-pages-sheet.ts';
import { openQuote } from '../quote/quote-sheet.ts';
import { TryNetwork } from '../quote/try-network.tsx';
import classes from '../records/results.module.css';
import { unless, useOffline } from '../status/offline.ts';

type NextPageProps = { run: Run; title: string; next: NonNullable<Run['next']> };

/**
 * Offers the next page of a run, with its listed price before anything is quoted (asking for the quote buys nothing), and
 * several pages as one approval with a ceiling; while one is under way, the way to it instead.
 */
export function NextPage({ run, title, next }: NextPageProps) {
  const { runId } = run;
  const after = run.calls.at(-1)?.purchaseId ?? '';
  const tools = useQuery(awardToolsQuery);
  const found = tools.data?.tools.find(({ tool }) => tool.toolRef === next.toolRef);
  // The exact amount where the listing tells one, else the listing's own words for it.
  const listed = found?.price ? <Money amount={found.price} /> : (found?.tool.priceLabel ?? null);
  const obstacle = useOffline()
    ? 'Offline: the next page needs the network. Everything saved still works.'
    : null;
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
      <Text id="next-page-price" size="xs" c="dimmed" ta="right" maw={300} lh={1.35}>
        {obstacle !== null ? (
          <>
            {obstacle} <TryNetwork />
          </>
        ) : listed !== null ? (
          <>
            Listed at {listed}.{' '}
            <span className={classes.onWide}>The quote names the exact price; asking buys nothing.</span>
          </>
        ) : (
          'The price is not in the kept catalogue; the quote names it. Asking buys nothing.'
        )}
      </Text>
      <Button
        style={{ flexShrink: 0 }}
        size="xs"
        variant="light"
        leftSection={<IconFileDollar size={14} aria-hidden />}
        {...unless(
          obstacle,
          'next-page-price',
          () => void openQuote({ toolRef: next.toolRef, input: next.input, after }),
        )}
      >
        Next page: get quote
      </Button>
      <Button
        style={{ flexShrink: 0 }}
        size="xs"
        variant="default"
        leftSection={<IconFiles size={14} aria-hidden />}
        {...unless(obstacle, 'next-page-price', () =>
          askForNextPages({ after, title, ...pagePriceOf(run, found?.price ?? null) }),
        )}
      >
        Next pages…
      </Button>
    </Group>
  );
}

/** What one more page may cost, as far as it is known: as listed, else as the last page of this run was charged. */
function pagePriceOf(
  run: Run,
  listed: Amount | null,
): { pagePrice: Amount | null; priceFrom: 'listing' | 'last_page' } {
  if (listed !== null) return { pagePrice: listed, priceFrom: 'listing' };
  const last = run.calls.at(-1)?.cost ?? null;
  // A page that was free or refunded tells nothing about the price of the next one.
  return { pagePrice: last !== null && BigInt(last.units) > 0n ? last : null, priceFrom: 'last_page' };
}
