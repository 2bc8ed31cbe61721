import { Text } from '@mantine/core';
import { checkAwardSearchRequest, searchCriteria } from '#shared/award-search/request.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { amountLabel } from '#shared/money.ts';
import { RECORD_KINDS } from '#shared/record-kinds/record-kinds.ts';
import { toolUsePath } from '../addresses/tool-use-address.ts';
import { PageLink } from '../ui/page-link.tsx';

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
export function OtherSources({ others, request }: OtherSourcesProps) {
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
