import { Button, Group, Text } from '@mantine/core';
import { IconFileDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Run } from '#shared/contract/awards.ts';
import { Money } from '../components/money.tsx';
import { askForQuote } from '../quote/quote-sheet.ts';
import { awardToolsQuery } from '../search/award-tools-query.ts';

type NextPageProps = { runId: number; next: NonNullable<Run['next']> };

/** Offers the next page of a run, with its listed price before anything is quoted. Asking for the quote buys nothing. */
export function NextPage({ runId, next }: NextPageProps) {
  const tools = useQuery(awardToolsQuery);
  const found = tools.data?.tools.find(({ tool }) => tool.toolRef === next.toolRef);
  // The exact amount where the listing tells one, else the listing's own words for it.
  const listed = found?.price ? <Money amount={found.price} /> : (found?.tool.priceLabel ?? null);
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
    </Group>
  );
}
