import { Alert, Box, Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconTrendingUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestRemarks } from '#shared/award-search/request-remarks.ts';
import type { Purchase, Quote } from '#shared/contract/purchases.ts';
import { localDay } from '#shared/dates.ts';
import { absoluteTime } from '#shared/formats.ts';
import { isObject } from '#shared/json.ts';
import type { Amount } from '#shared/money.ts';
import { sameAmount } from '#shared/money.ts';
import { needsSecondAct } from '#shared/purchase/authorisation.ts';
import { requestedBy } from '#shared/record-kinds/record-kinds.ts';
import { api } from '../api/api.ts';
import { Money } from '../money/money.tsx';
import { SearchTitle } from '../records/search-title.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { useNow } from '../ui/now.ts';
import { OUTSIDE_MESSAGE, OutsideConfirmation } from '../ui/outside-confirmation.tsx';
import { announce } from '../ui/status-messages.ts';
import { AboveAuthorisation } from './above-authorisation.tsx';
import { countdownLabel } from './countdown.ts';
import { OverLimit } from './over-limit.tsx';
import { priceDifference } from './price-difference.ts';
import classes from './quote.module.css';
import { QuoteDetails } from './quote-details.tsx';
import {
  cachePurchase,
  closeQuoteSheet,
  openQuote,
  type QuoteSheetRequest,
  unwatchPurchase,
  watchPurchase,
} from './quote-sheet.ts';
import { SpendingAfter } from './spending-after.tsx';

type QuoteTermsProps = { purchase: Purchase; quote: Quote; request: QuoteSheetRequest | null };

/** What would be bought, from whom, for how much and until when; and the button that approves exactly that. */
export function QuoteTerms({ purchase, quote, request }: QuoteTermsProps) {
  const now = useNow('second');
  const over = purchase.state !== 'quoted' || quote.expiresAt <= now;
  useEffect(() => {
    if (over) announce('The quote has ended. Nothing was bought.');
  }, [over]);
  /**
   * Two clicks in one frame find the button enabled twice; the main process would refuse the second, and this avoids
   * it.
   */
  const submitted = useRef(false);
  /** Above the limit for one Call only with a separate choice, and then only with a confirmation outside the page. */
  const abovePerCall = !purchase.approvable.ok && purchase.approvable.limit === 'perCall';
  const [above, setAbove] = useState(false);
  const secondAct = needsSecondAct(quote.authorisation);
  const [beyond, setBeyond] = useState(false);
  const allowed = (purchase.approvable.ok || (abovePerCall && above)) && (!secondAct || beyond);
  const approve = useMutation({
    mutationFn: () =>
      api.purchases.approve({
        purchaseId: purchase.purchaseId,
        shown: {
          quoteRef: quote.quoteRef,
          toolVersion: quote.toolVersion,
          inputDigest: quote.inputDigest,
          price: quote.price,
        },
        ...(abovePerCall && { abovePerCall: true }),
        ...(secondAct && { aboveAuthorisation: beyond }),
      }),
    onMutate: () => watchPurchase(purchase.purchaseId),
    onSuccess: cachePurchase,
    onError: () => {
      submitted.current = false;
      unwatchPurchase(purchase.purchaseId);
    },
  });
  const discard = useMutation({
    mutationFn: () => api.purchases.discard({ purchaseId: purchase.purchaseId }),
    onSuccess: (after) => {
      cachePurchase(after);
      closeQuoteSheet();
      announce('Quote discarded. Nothing was bought.');
    },
  });
  const again = request ?? requestOf(purchase);

  return (
    <Stack gap="md">
      <div className={classes.price}>
        <Text size="md" fw={600}>
          <SearchTitle title={purchase.title} />
        </Text>
        <Box flex="none" ta="right">
          <span className={classes.amount}>
            <Money amount={quote.price} />
          </span>
          <Text size="xs" c="dimmed">
            {sameAmount(quote.price, quote.ceiling) ? (
              'exact price, and the most that can be charged'
            ) : (
              <>
                at most <Money amount={quote.ceiling} />
              </>
            )}
          </Text>
          <Text
            fw={500}
            className={classes.countdown}
            data-over={over || undefined}
            title={absoluteTime(quote.expiresAt)}
          >
            {over ? 'The quote has ended' : countdownLabel(quote.expiresAt, now)}
          </Text>
        </Box>
      </div>
      {over && (
        <Alert color="orange" title="This quote can no longer be approved">
          <Text>
            {purchase.state === 'void' ? purchase.words : 'It has ended.'} Nothing was bought. A new quote may
            have another price.
          </Text>
        </Alert>
      )}
      {/* Warnings are visible without scrolling, even in a small window. */}
      <RequestRemarks input={quote.normalizedInput} />
      <PriceChanged before={purchase.priceBefore} price={quote.price} />
      <AboveAuthorisation
        quote={quote}
        open={!over}
        checked={beyond}
        disabled={approve.isPending}
        onChange={setBeyond}
      />
      <QuoteDetails purchase={purchase} quote={quote} />
      <SpendingAfter purchase={purchase} price={quote.ceiling} />
      {!over && abovePerCall && (
        <Checkbox
          label="Let this one Call exceed my limit for one Call"
          description={OUTSIDE_MESSAGE}
          checked={above}
          disabled={approve.isPending}
          onChange={(event) => setAbove(event.currentTarget.checked)}
        />
      )}
      {approve.isPending && abovePerCall && <OutsideConfirmation />}
      <NotDone of={approve} title="Not approved" />
      <NotDone of={discard} title="Not discarded" />
      {!over && !purchase.approvable.ok && <OverLimit purchase={purchase} price={quote.ceiling} />}
      <DialogButtons
        sticky
        leave={{
          label: 'Discard',
          onLeave: () => (purchase.can.discard ? discard.mutate() : closeQuoteSheet()),
          loading: discard.isPending,
          disabled: approve.isPending,
        }}
      >
        {over && again && (
          <Button variant="filled" onClick={() => void openQuote(again)}>
            New quote
          </Button>
        )}
        {!over && (
          <Button
            variant="filled"
            disabled={!allowed || discard.isPending}
            loading={approve.isPending}
            aria-describedby={purchase.approvable.ok ? undefined : 'why-not'}
            onClick={() => {
              if (submitted.current) return;
              submitted.current = true;
              approve.mutate();
            }}
          >
            Approve and run
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

/** The request of a purchase whose sheet was opened later; null where it is not an object. */
function requestOf(purchase: Purchase): QuoteSheetRequest | null {
  const { input } = purchase;
  return isObject(input) ? { toolRef: purchase.toolRef, input: { ...input } } : null;
}

/** What an award search cannot find by its criteria; nothing for another Tool's input. */
function RequestRemarks({ input }: { input: unknown }) {
  const search = requestedBy(input);
  const remarks = search === null ? [] : requestRemarks(search.criteria, localDay(Date.now()));
  return remarks.map((remark) => <Alert key={remark} color="orange" title={remark} role="note" />);
}

/** Reports an earlier quote of the same request at another price: a price rise is emphasised, a fall is mentioned. */
function PriceChanged({ before, price }: { before: Amount | null; price: Amount }) {
  const difference = priceDifference(before, price);
  if (difference === null) return null;
  if (difference.kind === 'cheaper')
    return (
      <Text c="dimmed">
        <Money amount={difference.by} /> less than the last quote of this request (
        <Money amount={difference.before} />
        ).
      </Text>
    );
  return (
    <Alert
      color="orange"
      icon={<IconTrendingUp aria-hidden />}
      title={
        difference.kind === 'dearer' ? 'The price is higher than before' : 'The price is in another currency'
      }
    >
      <Text>
        {difference.kind === 'dearer' ? (
          <>
            The last quote of this request was <Money amount={difference.before} />; this one is{' '}
            <Money amount={price} />, which is <Money amount={difference.by} /> more.
          </>
        ) : (
          <>
            The last quote of this request was <Money amount={difference.before} />; this one is{' '}
            <Money amount={price} />. Milepost does not convert money.
          </>
        )}
      </Text>
    </Alert>
  );
}
