import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { plural } from '#shared/formats.ts';
import { resultsPath, USUAL_FILTER } from '../addresses/results-address.ts';
import { queryClient } from '../api/query-client.ts';
import { isQuoteSheetOpen } from '../quote/quote-sheet.ts';
import { Aged } from '../ui/ago.tsx';
import { useNow } from '../ui/now.ts';
import { ageLabel } from '../ui/relative-time.ts';
import { announce, retract } from '../ui/status-messages.ts';
import { previewQuery } from './preview-query.ts';
import classes from './search.module.css';

/** Typing is quicker than reading: the file is read when the form has been unchanged for a moment. */
const STILL_MS = 200;

/** An answer is not requested again within this time. */
const FRESH_MS = 5_000;

type SavedForThisProps = { request: Readonly<Record<string, unknown>>; toolRef: string | undefined };

/** What is already saved for the current form. Showing it costs nothing and needs no network. */
export function SavedForThis({ request, toolRef }: SavedForThisProps) {
  const text = JSON.stringify(request);
  const [still] = useDebouncedValue(text, STILL_MS);
  const now = useNow();
  const [, navigate] = useLocation();
  const { data: preview } = useQuery(previewQuery(still, toolRef));
  const records = preview?.saved.records ?? 0;
  const newestAt = preview?.saved.newestAt ?? null;
  const scope = records > 0 ? (preview?.saved.scope ?? null) : null;
  const saved = plural(records, 'saved record');
  const words =
    records === 0 ? '' : newestAt === null ? saved : `${saved}, newest ${ageLabel(newestAt, now)}`;

  /** The text may still be about the form of a moment ago; what opens is about the current form. */
  const show = async () => {
    const { saved } = await queryClient.fetchQuery({ ...previewQuery(text, toolRef), staleTime: FRESH_MS });
    if (saved.scope)
      navigate(resultsPath({ scope: saved.scope, filter: { ...USUAL_FILTER, ...saved.filter } }));
  };

  useEffect(() => {
    if (!words) return;
    // The progress of a quote is more important than what is saved: while its sheet is open, nothing else is announced.
    if (isQuoteSheetOpen()) return;
    const said = `${words}. Showing them costs nothing.`;
    announce(said);
    return () => retract(said);
  }, [words]);

  return (
    <>
      <Button disabled={scope === null} aria-describedby="saved-words" onClick={() => void show()}>
        Show saved results
      </Button>
      <span id="saved-words" className={classes.savedLabel}>
        {newestAt !== null && records > 0 && (
          <>
            {plural(records, 'saved record')}, newest <Aged at={newestAt} />
          </>
        )}
      </span>
    </>
  );
}
