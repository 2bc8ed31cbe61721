import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { RecordFilter, Run, Scope } from '#shared/contract/awards.ts';
import { type Amount, amountLabel } from '#shared/money.ts';
import { queryClient } from '../api/query-client.ts';
import { batchesQuery } from '../quote/batches/batches-query.ts';
import { askForNextPages, showBatch } from '../quote/batches/next-pages-sheet.ts';
import { openQuote } from '../quote/quote-sheet.ts';
import { TryNetwork } from '../quote/try-network.tsx';
import { extentLabel, isPartial, leftLabel } from '../records/extent-labels.ts';
import { awardToolsQuery } from '../records/queries.ts';
import classes from '../records/results.module.css';
import { blockedProps, useOffline } from '../status/offline.ts';
import { answerQuery } from './answer-lines.tsx';

/** A line never breaks between a currency and its amount. */
const unbroken = (words: string): string => words.replaceAll(/(?<=[A-Z]) (?=\d)/gu, '\u00A0');

type ExtentBannerProps = { scope: Scope; filter: RecordFilter; run: Run; title: string };

/**
 * For a run that is not complete: how far it was read, how many pages the rest may take and cost, and the buttons that
 * buy it. While further pages are being bought, a link to their purchase instead. Nothing where every page was read.
 */
export const ExtentBanner = memo(function ExtentBanner({ scope, filter, run, title }: ExtentBannerProps) {
  const { data: answer } = useQuery({ ...answerQuery(scope, filter), placeholderData: keepPreviousData });
  const tools = useQuery({ ...awardToolsQuery, enabled: run.next !== null });
  const batches = useQuery(batchesQuery);
  const offline = useOffline();
  const running = batches.data?.find((batch) => batch.state === 'running' && batch.runId === run.runId);
  if (running)
    return (
      <section className={classes.extent} aria-label="How far it was read">
        <p>{running.words}</p>
        <Button size="xs" h={26} px={10} variant="light" onClick={() => showBatch(running.batchId)}>
          Show the pages
        </Button>
      </section>
    );
  const extent = answer?.extent ?? null;
  const { next } = run;
  if (next === null && !isPartial(extent)) return null;
  const { tools: awardTools = [], others = [] } = tools.data ?? {};
  const listed = [...awardTools.map(({ tool, price }) => ({ toolRef: tool.toolRef, price })), ...others];
  const found = listed.find(({ toolRef }) => toolRef === next?.toolRef);
  const { pagePrice, priceFrom } = pagePriceOf(run, found?.price ?? null);
  const left = extent === null ? null : leftLabel(extent, pagePrice);
  const each = pagePrice === null ? null : `${amountLabel(pagePrice)} per page`;
  const after = run.calls.at(-1)?.purchaseId ?? '';
  /** If the button is pressed before the extent is read, waits for it, so that all remaining pages are requested. */
  const askForRest = async () => {
    const known = await queryClient.ensureQueryData(answerQuery(scope, filter)).catch(() => null);
    askForNextPages({ after, title, pagePrice, priceFrom, pages: known?.extent?.left ?? null });
  };
  return (
    <section className={classes.extent} aria-label="How far it was read">
      <p id="extent-words">
        <strong>{extent === null ? 'There is more' : extentLabel(extent)}.</strong>{' '}
        {unbroken(left === null ? (each === null ? '' : `More pages: ${each}.`) : `${left}.`)}
        {offline && (
          <>
            {' '}
            Not while offline. <TryNetwork />
          </>
        )}
      </p>
      {next !== null && (
        <>
          <Button
            variant="filled"
            size="xs"
            h={26}
            px={10}
            {...blockedProps(offline ? 'Offline' : null, 'extent-words', () => void askForRest())}
          >
            Get the rest…
          </Button>
          <Button
            size="xs"
            h={26}
            px={10}
            aria-label="Next page: get quote"
            {...blockedProps(
              offline ? 'Offline' : null,
              'extent-words',
              () => void openQuote({ toolRef: next.toolRef, input: next.input, after }),
            )}
          >
            Next page…
          </Button>
        </>
      )}
    </section>
  );
});

/** The known cost of one more page: as listed, otherwise as the last page of this run was charged. */
function pagePriceOf(
  run: Run,
  listed: Amount | null,
): { pagePrice: Amount | null; priceFrom: 'listing' | 'last_page' } {
  if (listed !== null) return { pagePrice: listed, priceFrom: 'listing' };
  const last = run.calls.at(-1)?.cost ?? null;
  // A page that was free or refunded does not predict the price of the next one.
  return { pagePrice: last !== null && BigInt(last.units) > 0n ? last : null, priceFrom: 'last_page' };
}
