import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '#shared/formats.ts';
import { amountLabel, compareAmounts, multiplyAmount } from '#shared/money.ts';
import { api } from '../../api/api.ts';
import { Money } from '../../money/money.tsx';
import { SearchTitle } from '../../records/search-title.tsx';
import { statusQuery } from '../../status/queries.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { announce } from '../../ui/status-messages.ts';
import classes from '../quote.module.css';
import { cacheBatch } from './batches-query.ts';
import { CeilingFields, ChangeLimits, SpendingUnder } from './ceiling-fields.tsx';
import {
  costOfPages,
  MAX_PAGES,
  type NextPages,
  type NextPagesForm,
  type NextPagesProblems,
  pagesWithin,
  readNextPages,
} from './next-pages-form.ts';
import { closeNextPages, type NextPagesRequest, showBatch } from './next-pages-sheet.ts';

/** How many pages, the ceiling, and the one button that approves them together. */
export function NextPagesFields({ request }: { request: NextPagesRequest }) {
  const { after, pagePrice, priceFrom, title } = request;
  const { data: status } = useQuery(statusQuery);
  const [typedPages, setPages] = useState<string | null>(null);
  const within = status === undefined || pagePrice === null ? null : pagesWithin(status.spending, pagePrice);
  const wanted = Math.min(request.pages ?? 5, MAX_PAGES);
  const pages = typedPages ?? String(Math.max(1, Math.min(wanted, within ?? wanted)));
  const [typedCeiling, setTypedCeiling] = useState<string | null>(null);
  const [typedCurrency, setTypedCurrency] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const form: NextPagesForm = {
    pages,
    currency: typedCurrency ?? pagePrice?.currency ?? status?.spending.limits.perDay.currency ?? 'USD',
    ceiling: typedCeiling ?? costOfPages(pages, pagePrice),
  };
  const approve = useMutation({
    mutationFn: ({ pages, ceiling }: NextPages) =>
      api.purchases.approveBatch({
        requests: [{ after, pages, ...(pagePrice !== null && { pagePrice }) }],
        ceiling,
      }),
    onSuccess: (batch) => {
      cacheBatch(batch);
      showBatch(batch.batchId);
      announce(`Approved ${plural(batch.pages, 'page')}, at most ${amountLabel(batch.ceiling)}.`);
    },
  });
  const read = readNextPages(form, pagePrice);
  const problems: NextPagesProblems = tried && !read.ok ? read.problems : {};
  const submit = () => {
    setTried(true);
    if (read.ok && !approve.isPending) approve.mutate(read.value);
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <div>
          <Text size="md" fw={600}>
            <SearchTitle title={title} />
          </Text>
          <Text c="dimmed">
            {pagePrice === null ? (
              'What a page costs is not in the saved catalogue: the first quote tells, and no page dearer than it is bought.'
            ) : (
              <>
                {priceFrom === 'listing' ? 'A page is listed at ' : 'The last page cost '}
                <Money amount={pagePrice} />. A page quoted above that is not bought.
              </>
            )}
          </Text>
        </div>
        <div className={classes.nextPages}>
          <TextInput
            label="How many pages"
            description={`1 to ${MAX_PAGES}`}
            inputMode="numeric"
            data-autofocus
            value={form.pages}
            error={problems.pages}
            onChange={(event) => setPages(event.currentTarget.value)}
          />
          <CeilingFields
            form={form}
            problems={problems}
            onCeiling={setTypedCeiling}
            onCurrency={setTypedCurrency}
          />
        </div>
        {read.ok && <SpendingUnder ceiling={read.value.ceiling} />}
        {within !== null && within < Math.max(wanted, read.ok ? read.value.pages : 0) && (
          <Text c="var(--warn)">
            Your limits leave {plural(within, 'page')} at this price.{' '}
            <ChangeLimits onLeave={closeNextPages} />
          </Text>
        )}
        {read.ok && pagePrice !== null && pagePrice.currency === read.value.ceiling.currency && (
          <Text>{affordable(read.value, pagePrice)}</Text>
        )}
        <Text c="dimmed">
          The pages are bought one by one. Another price, a refusal, an unknown outcome or a limit stops it,
          and so can you.
        </Text>
        <NotDone of={approve} title="Not approved" />
        <DialogButtons leave={{ label: 'Cancel', onLeave: closeNextPages, disabled: approve.isPending }}>
          <Button variant="filled" type="submit" loading={approve.isPending}>
            Approve pages
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

/** How many pages the ceiling covers at the listed price. */
function affordable(
  { pages, ceiling }: NextPages,
  pagePrice: NonNullable<NextPagesRequest['pagePrice']>,
): string {
  let reached = pages;
  while (reached > 0 && compareAmounts(multiplyAmount(pagePrice, reached), ceiling) > 0) reached -= 1;
  return reached === pages
    ? `That is enough for ${pages === 1 ? 'the page' : `all ${pages} pages`} at this price.`
    : `At this price that is enough for ${reached} of ${plural(pages, 'page')}.`;
}
