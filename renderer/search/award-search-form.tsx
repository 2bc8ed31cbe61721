import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { checkAwardSearchRequest, searchCriteria } from '#shared/award-search/request.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import type { Amount } from '#shared/money.ts';
import { amountLabel } from '#shared/money.ts';
import { RECORD_KINDS } from '#shared/record-kinds/record-kinds.ts';
import { toolUsePath } from '../addresses/tool-use-address.ts';
import { newTripAddress } from '../addresses/trip-address.ts';
import { onceReleased } from '../api/press.ts';
import { usePending } from '../places/use-pending.ts';
import { ObstacleRemedy } from '../quote/obstacle-remedy.tsx';
import { NOT_READ_YET, quoteObstacle } from '../quote/quote-obstacle.ts';
import { openQuote } from '../quote/quote-sheet.ts';
import { awardToolsQuery, savedSearchesQuery } from '../records/queries.ts';
import { statusQuery } from '../status/queries.ts';
import { NotRead } from '../ui/failure-notice.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { announce } from '../ui/status-messages.ts';
import { estimateLabel, estimateReason } from './estimate-label.ts';
import { AwardRequestFields } from './fields/award-request-fields.tsx';
import { checkedForm } from './form-problems.ts';
import { changeForm, clearForm, readForm, useSearchForm } from './form-store.ts';
import { previewQuery } from './preview-query.ts';
import { ProviderChoice } from './provider-choice.tsx';
import { queryStringOf } from './query-string.ts';
import { SavedForThis } from './saved-for-this.tsx';
import classes from './search.module.css';
import { lastCabin, requestOf, type SearchForm } from './search-form.ts';
import { SaveTemplate } from './templates/save-template.tsx';

/** The complete request of §2.1 as a form; each problem is shown beside its field once the user has visited it. */
export function AwardSearchForm({ quote }: { quote: RefObject<HTMLButtonElement | null> }) {
  const form = useSearchForm();
  const [, navigate] = useLocation();
  const status = useQuery(statusQuery);
  const tools = useQuery(awardToolsQuery);
  const element = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<keyof SearchForm>>(new Set());
  const [tried, setTried] = useState(false);
  const [isPending, onPending] = usePending();
  const [wanted, setWanted] = useState<'quote' | 'trip' | null>(null);
  /** How often the form was cleared. */
  const rounds = useRef(0);
  const round = rounds.current;

  const request = requestOf(form);
  const { data: searches } = useQuery(savedSearchesQuery);
  useEffect(() => {
    if (form.cabin === null && searches !== undefined) changeForm({ cabin: lastCabin(searches) });
  }, [form.cabin, searches]);
  const checked = checkedForm(request);
  const problem = (field: keyof SearchForm) =>
    tried || left.has(field) ? checked.problems[field] : undefined;
  // A problem that appears while a button is pressed would move the button from under the pointer; none appears for a
  // form that the button cleared.
  const leave = (field: keyof SearchForm) => () =>
    onceReleased(() => {
      if (round === rounds.current) setLeft((fields) => new Set(fields).add(field));
    });

  const offered = tools.data?.tools ?? [];
  const chosen =
    offered.find(({ tool }) => tool.toolRef === form.toolRef) ??
    offered.find(({ drift }) => drift === null) ??
    offered[0] ??
    null;
  const obstacle = status.data
    ? quoteObstacle({
        network: status.data.network.state,
        key: status.data.key,
        posture: tools.data ? (chosen?.posture ?? null) : undefined,
        drifted: chosen !== null && chosen.drift !== null,
      })
    : NOT_READ_YET;

  const submit = () => {
    const now = checkedForm(requestOf(readForm()));
    if (!now.request) {
      setTried(true);
      // The fields first render their problems; then the first of them takes the focus.
      setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (obstacle !== null) announce(obstacle);
    else if (chosen) void openQuote({ toolRef: chosen.tool.toolRef, input: now.request });
  };
  // A name that was just typed is looked up first: a quote for less than what was typed would cost the same.
  useEffect(() => {
    if (wanted === null || isPending) return;
    setWanted(null);
    if (wanted === 'quote') submit();
    else navigate(newTripAddress.path({ request: requestOf(readForm()) }));
  });

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        setWanted('quote');
      }}
      ref={element}
      noValidate
    >
      <AwardRequestFields form={form} problem={problem} leave={leave} onPending={onPending} />
      {tools.isLoadingError ? (
        <NotRead of={tools} />
      ) : (
        tools.data && (
          <ProviderChoice
            tools={offered}
            chosen={chosen}
            absence={tools.data.absence}
            request={request}
            onChoose={(toolRef) => changeForm({ toolRef })}
          >
            <CostEstimate request={request} chosen={chosen} />
          </ProviderChoice>
        )
      )}
      <OtherSources others={tools.data?.others ?? []} request={request} />
      {(tried || left.size > 0) && checked.problems.other && (
        <Text fz={13} c="var(--bad)">
          {checked.problems.other}
        </Text>
      )}
      <div className={classes.actions}>
        <Button
          variant="filled"
          type="submit"
          ref={quote}
          // It stays in the tab order, so that a screen reader announces what is missing.
          {...(obstacle
            ? { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': 'obstacle' }
            : {})}
        >
          Get quote
        </Button>
        <SavedForThis request={request} toolRef={chosen?.tool.toolRef} />
        <Button onClick={() => setWanted('trip')}>Plan a trip</Button>
        <SaveTemplate request={request} isPending={isPending} />
        <Button
          variant="subtle"
          color="gray"
          px={6}
          ml="auto"
          onClick={() => {
            clearForm();
            rounds.current++;
            setTried(false);
            setLeft(new Set());
          }}
        >
          Clear
        </Button>
        {obstacle && (
          <p id="obstacle" className={classes.obstacle}>
            {obstacle} <ObstacleRemedy />
          </p>
        )}
      </div>
      <ExactRequest request={request} />
    </form>
  );
}

/** The request as it would be sent, on demand. */
function ExactRequest({ request }: { request: Readonly<Record<string, unknown>> }) {
  return (
    <details className={classes.exact}>
      <summary>Exact request</summary>
      <RequestId id={`GET /api/awards/search?${queryStringOf(request)}`} what="request" />
      <JsonTree value={request} label="input" />
    </details>
  );
}

type CostEstimateProps = {
  request: Readonly<Record<string, unknown>>;
  /** The Tool that would run it; its price is null where the catalogue lists none. */
  chosen: { tool: { toolRef: string }; price: Amount | null } | null;
};

/** How many pages the search may take and cost, before any quote; nothing where the cache has no data. */
function CostEstimate({ request, chosen }: CostEstimateProps) {
  const [still] = useDebouncedValue(JSON.stringify(request), 200);
  const { data: preview } = useQuery(previewQuery(still, chosen?.tool.toolRef));
  if (!preview?.estimate) return null;
  const price = chosen?.price ?? null;
  return (
    <span title={estimateReason(preview.estimate, price)}>{estimateLabel(preview.estimate, price)}</span>
  );
}

type OtherSource = Awaited<ReturnType<ContractClient['awards']['tools']>>['others'][number];

type OtherSourcesProps = {
  others: readonly OtherSource[];
  /** The request filled in so far. */
  request: Readonly<Record<string, unknown>>;
};

/** The input of another source for the same search; null where it cannot express that search. */
function inputOf(
  { kind }: OtherSource,
  request: OtherSourcesProps['request'],
): Record<string, unknown> | null {
  const checked = checkAwardSearchRequest(request);
  const known = RECORD_KINDS.find(({ id }) => id === kind);
  return checked.ok && known !== undefined ? known.request(searchCriteria(checked.request)) : null;
}

/** Further sources for the search, each through its own form, with its own quote. */
function OtherSources({ others, request }: OtherSourcesProps) {
  if (others.length === 0) return null;
  return (
    <Text c="dimmed" component="div">
      Another source:{' '}
      {others.map((other, place) => (
        <span key={other.toolRef}>
          {place > 0 && ', '}
          <PageLink href={toolUsePath(other.toolRef, inputOf(other, request) ?? {})}>{other.title}</PageLink>{' '}
          by {other.provider}
          {other.price !== null && `, ${amountLabel(other.price)} per request`}
        </span>
      ))}
    </Text>
  );
}
