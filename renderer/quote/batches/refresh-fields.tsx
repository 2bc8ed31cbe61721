import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, plural } from '#shared/formats.ts';
import { type Amount, amountLabel, multiplyAmount } from '#shared/money.ts';
import { api } from '../../api/api.ts';
import { Money, Moneys } from '../../money/money.tsx';
import { awardToolsQuery } from '../../records/queries.ts';
import { SearchTitle } from '../../records/search-title.tsx';
import { blockedProps } from '../../status/offline.ts';
import { statusQuery } from '../../status/queries.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { announce } from '../../ui/status-messages.ts';
import classes from '../quote.module.css';
import { NOT_READ_YET } from '../quote-obstacle.ts';
import { beforeReadingQuery, cacheBatch } from './batches-query.ts';
import { CeilingFields, ChangeLimits, SpendingUnder } from './ceiling-fields.tsx';
import { leftOutByReason } from './left-out.ts';
import { type CeilingForm, plainAmount, readCeiling } from './next-pages-form.ts';
import { closeNextPages, type RefreshRequest, type SearchToRefresh, showBatch } from './next-pages-sheet.ts';
import { pagesOf, refreshCost } from './refresh-cost.ts';
import { tripLimitLabel, tripObstacle } from './trip-limits.ts';

/**
 * Each search with its price, the common ceiling, what data is sent, and the one button that approves them together.
 */
export function RefreshFields({ request }: { request: RefreshRequest }) {
  const { searches, leftOut, promise = [], tripId } = request;
  const { data: status } = useQuery(statusQuery);
  const { data: tools } = useQuery(awardToolsQuery);
  const [firstPageOnly, setFirstPageOnly] = useState(false);
  const [typedCeiling, setTypedCeiling] = useState<string | null>(null);
  const [typedCurrency, setTypedCurrency] = useState<string | null>(null);
  const [untilSettled, setUntilSettled] = useState(false);
  const [tried, setTried] = useState(false);
  const cost = refreshCost(searches, firstPageOnly);
  const [total] = cost.totals;
  const form: CeilingForm = {
    currency: typedCurrency ?? total?.currency ?? status?.spending.limits.perDay.currency ?? 'USD',
    ceiling: typedCeiling ?? (total === undefined ? '' : plainAmount(total)),
  };
  const { ceiling, problems } = readCeiling(form, cost.page);
  const approve = useMutation({
    mutationFn: (most: Amount) =>
      api.purchases.approveBatch({
        requests: searches.map((search) => ({
          toolRef: search.toolRef,
          input: search.input,
          pages: pagesOf(search, firstPageOnly),
          ...(search.pagePrice !== null && { pagePrice: search.pagePrice }),
          ...(search.why !== undefined && { why: search.why }),
          ...(search.tripId !== undefined && { tripId: search.tripId }),
        })),
        ceiling: most,
        ...(tripId !== undefined && { trip: { tripId, untilSettled } }),
      }),
    onSuccess: (batch) => {
      cacheBatch(batch);
      showBatch(batch.batchId);
      announce(
        `Approved ${plural(searches.length, 'search', 'searches')}, at most ${amountLabel(batch.ceiling)}.`,
      );
    },
  });
  const limited = useQuery({ ...beforeReadingQuery(tripId ?? '', searches), enabled: tripId !== undefined });
  const limits = tripId === undefined ? [] : limited.data?.limits;
  const obstacle =
    limits === undefined
      ? limited.isLoadingError
        ? 'What this trip may still cost could not be read.'
        : NOT_READ_YET
      : tripObstacle(
          limits,
          searches.map(({ pagePrice }) => pagePrice),
        );
  const submit = () => {
    setTried(true);
    if (
      obstacle === null &&
      ceiling !== undefined &&
      Object.keys(problems).length === 0 &&
      !approve.isPending
    )
      approve.mutate(ceiling);
  };
  // A Tool may be described only after the sheet was opened.
  const described = (toolRef: string) =>
    tools?.tools.find(({ tool }) => tool.toolRef === toolRef)?.dataUse ?? [];
  const dataUse = [
    ...new Set(searches.flatMap(({ toolRef, dataUse: known }) => [...known, ...described(toolRef)])),
  ];
  if (searches.length === 0)
    return (
      <Stack gap="md">
        <ChoiceReasons sentences={promise} />
        <LeftOut leftOut={leftOut} />
        <DialogButtons leave={{ label: 'Close', onLeave: closeNextPages }} />
      </Stack>
    );
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <ChoiceReasons sentences={promise} />
        <SearchPrices searches={searches} firstPageOnly={firstPageOnly} />
        <LeftOut leftOut={leftOut} />
        {tripId !== undefined && (
          <Checkbox
            label="Until settled"
            description="After these, Milepost reads the search that promises most for this trip, plans again, and stops when the best promise less than they cost by your values of a mile, or at the amount below. Each is of this trip’s airports and days."
            checked={untilSettled}
            onChange={(event) => setUntilSettled(event.currentTarget.checked)}
          />
        )}
        {searches.some(({ pages }) => pages > 1) && (
          <Checkbox
            label="First page of each only"
            description="Otherwise a refresh reads at most as many pages as the last complete one."
            checked={firstPageOnly}
            onChange={(event) => setFirstPageOnly(event.currentTarget.checked)}
          />
        )}
        <div className={classes.refreshTerms}>
          <div>
            <Text c="dimmed">
              {plural(searches.length, 'search', 'searches')}, at most {plural(cost.pages, 'page')}
            </Text>
            <Text size="md" fw={600}>
              {cost.unpriced > 0 && cost.totals.length > 0 ? (
                <>
                  <Moneys amounts={cost.totals} /> and {formatNumber(cost.unpriced)} of unknown price
                </>
              ) : (
                <Moneys amounts={cost.totals} nothing="Price not known" />
              )}
            </Text>
          </div>
          <CeilingFields
            form={form}
            problems={tried ? problems : {}}
            onCeiling={setTypedCeiling}
            onCurrency={setTypedCurrency}
          />
        </div>
        {ceiling !== undefined && (
          <SpendingUnder ceiling={ceiling}>
            <Text>
              <ChangeLimits onLeave={closeNextPages} />
            </Text>
          </SpendingUnder>
        )}
        {obstacle === null && limits?.map((limit) => <Text key={limit.of}>{tripLimitLabel(limit)}</Text>)}
        {obstacle !== null && (
          <Text id="approve-obstacle" c="var(--warn)">
            {obstacle}
          </Text>
        )}
        <div>
          <Text fw={500}>What leaves this computer</Text>
          <Text c="dimmed">
            {dataUse.length > 0 ? dataUse.join('. ') : 'The requests as shown above, to the marketplace.'}
          </Text>
        </div>
        <Text c="dimmed">
          Each search is bought in a run of its own. A higher price, a refusal, an unknown outcome or a limit
          stops it, and so can you.
        </Text>
        <NotDone of={approve} title="Not approved" />
        <DialogButtons
          sticky
          leave={{ label: 'Cancel', onLeave: closeNextPages, disabled: approve.isPending }}
        >
          <Button
            variant="filled"
            type="submit"
            loading={approve.isPending}
            {...(obstacle !== null && blockedProps(obstacle, 'approve-obstacle', () => {}))}
          >
            {tripId === undefined ? 'Approve and refresh' : 'Approve and read'}
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

type SearchPricesProps = { searches: readonly SearchToRefresh[]; firstPageOnly: boolean };

function SearchPrices({ searches, firstPageOnly }: SearchPricesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
    <ul className={classes.searches} aria-label="Searches to refresh" tabIndex={0} data-autofocus>
      {searches.map((search) => {
        const pages = pagesOf(search, firstPageOnly);
        return (
          <li key={search.searchId ?? search.title}>
            <div className={classes.searchTitle}>
              <SearchTitle title={search.title} />
              {search.why !== undefined && <div className={classes.pageState}>{search.why}</div>}
            </div>
            <Group
              component="span"
              gap={8}
              align="baseline"
              wrap="nowrap"
              flex="none"
              style={{ fontVariantNumeric: 'tabular-nums' }}
            >
              {search.pagePrice === null ? (
                'price not known'
              ) : pages > 1 ? (
                <>
                  at most <Money amount={multiplyAmount(search.pagePrice, pages)} />
                </>
              ) : (
                <Money amount={search.pagePrice} />
              )}
              <span className={classes.pageState}>{plural(pages, 'page')}</span>
            </Group>
          </li>
        );
      })}
    </ul>
  );
}

const ChoiceReasons = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <Text component="section" aria-label="Why these">
      {sentences.join(' ')}
    </Text>
  );

function LeftOut({ leftOut }: Pick<RefreshRequest, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <Alert color="gray" title={`${plural(leftOut.length, 'search', 'searches')} left out`}>
      {leftOutByReason(leftOut).map(({ why, titles, more }) => (
        <div key={why}>
          {titles.map((title) => (
            <Text key={title}>
              <SearchTitle title={title} />
              {titles.length === 1 && `: ${why}`}
            </Text>
          ))}
          {titles.length > 1 && (
            <Text>
              {more > 0 ? `and ${formatNumber(more)} more. Each of them: ${why}` : `Each of them: ${why}`}
            </Text>
          )}
        </div>
      ))}
    </Alert>
  );
}
