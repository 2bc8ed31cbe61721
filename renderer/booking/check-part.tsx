import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CABINS, type Cabin, TAKE_MAX } from '#shared/award-search/request.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { localDay } from '#shared/dates.ts';
import { amountLabel } from '#shared/money.ts';
import { kindOfSource } from '#shared/record-kinds/record-kinds.ts';
import { StillThereLine } from '../insights/still-there-line.tsx';
import { NOT_READ_YET, quoteObstacle } from '../quote/quote-obstacle.ts';
import { openQuote } from '../quote/quote-sheet.ts';
import { awardToolsQuery } from '../records/queries.ts';
import { blockedProps } from '../status/offline.ts';
import { statusQuery } from '../status/queries.ts';
import { Ago } from '../ui/ago.tsx';
import { useNow } from '../ui/now.ts';
import prose from '../ui/prose.module.css';
import { experienceLabel } from './booking-labels.ts';

type BookingRead = Awaited<ReturnType<ContractClient['booking']['read']>>;
type Tools = Awaited<ReturnType<ContractClient['awards']['tools']>>;

/**
 * The smallest request that reads a record's day: its route, that one day and its cabin, with trip details. It is not
 * narrowed to airlines or direct flights, since what is missing from such an answer may still be there.
 */
function requestFor({
  origin,
  destination,
  date,
  cabin,
  source = '',
}: RecordRow): Record<string, unknown> | null {
  if (date === null || origin === '' || destination === '') return null;
  const known: Cabin | undefined = CABINS.find((each) => each === cabin);
  const criteria = {
    origin_airport: origin,
    destination_airport: destination,
    ...(known !== undefined && { cabin: known }),
    start_date: date,
    end_date: date,
    include_trips: true,
  };
  const request = kindOfSource(source)?.request(criteria) ?? null;
  return source === '' && request !== null ? { ...request, take: TAKE_MAX } : request;
}

/** The Tool that a record came from, or the first of its kind. */
function toolFor({ source = '', provider }: RecordRow, { tools, others }: Tools) {
  const kind = kindOfSource(source)?.id;
  const first = tools.find(({ drift }) => drift === null) ?? tools[0];
  const own =
    tools.find(({ tool }) => provider !== undefined && tool.provider.slug === provider && source === '') ??
    first;
  if (source === '') return own === undefined ? null : { ...own, toolRef: own.tool.toolRef };
  const other = others.find((each) => each.kind === kind);
  return other === undefined ? null : { ...other, posture: undefined, drift: null };
}

/** Whether it is still there: when it was seen, how likely that is, and reading that day again. */
export function CheckPart({ read }: { read: BookingRead }) {
  const { row, removedAt, experience } = read;
  const tools = useQuery(awardToolsQuery);
  const { data: status } = useQuery(statusQuery);
  const today = localDay(useNow());
  const input = requestFor(row);
  const tool = tools.data === undefined ? undefined : toolFor(row, tools.data);
  const obstacle =
    input === null
      ? 'This record names no day or route to read.'
      : row.date !== null && row.date < today
        ? 'It has departed, so there is nothing to check.'
        : status === undefined || tool === undefined
          ? NOT_READ_YET
          : quoteObstacle({
              network: status.network.state,
              key: status.key,
              // The quote itself reports the posture of another kind's Tool.
              posture: tool === null ? null : (tool.posture ?? { state: 'unknown', reason: null, words: '' }),
              drifted: tool !== null && tool.drift !== null,
            });
  const check = () => {
    if (input !== null && tool != null) void openQuote({ toolRef: tool.toolRef, input });
  };
  return (
    <>
      {removedAt !== null && (
        <Alert color="red" title="No longer there" mb="xs">
          A run that read all of its route and day does not have it, <Ago at={removedAt} />. The programme
          itself may still show it.
        </Alert>
      )}
      <StillThereLine versionId={row.versionId} seenAt={row.seenAt} />
      <p className={prose.line}>Your own experience: {experienceLabel(row.programme, experience)}</p>
      <Button
        size="xs"
        variant="light"
        mt={4}
        leftSection={<IconRefresh size={15} aria-hidden />}
        {...blockedProps(obstacle, 'check-obstacle', check)}
      >
        {tool?.price ? `Check now, ${amountLabel(tool.price)}` : 'Check now'}
      </Button>
      {obstacle === null ? (
        <p className={prose.small}>
          One page: this route, this day and this cabin. You approve its quote first.
        </p>
      ) : (
        <p className={prose.small} id="check-obstacle">
          {obstacle}
        </p>
      )}
    </>
  );
}
