import { Anchor, Box, Button } from '@mantine/core';
import { bookingAddresses, type ProgrammeLink, programmeLinks } from '#shared/booking/programme-links.ts';
import { sourceLink } from '#shared/booking/source-link.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { travelDate } from '#shared/formats.ts';
import { airportTitle } from '#shared/places/names.ts';
import { programmeLabel, programmeSites } from '#shared/places/programmes.ts';
import { cabinLabel } from '../records/award-labels.ts';
import { copyText } from '../ui/copy-text.ts';
import { useNow } from '../ui/now.ts';
import prose from '../ui/prose.module.css';
import { announce } from '../ui/status-messages.ts';
import { Tag } from '../ui/tag.tsx';
import classes from './booking.module.css';
import { capital, factDate, linkLabel } from './booking-labels.ts';

type FindPartProps = {
  record: RecordRow;
  raw: unknown;
  /** The flights to look for; empty where none are known. */
  flights: readonly string[];
  travellers: number;
};

/** Whether an address is of a programme that the packs know: any other is shown to be copied, and opened by nobody. */
const isOfProgramme = (address: string): boolean => {
  const origin = URL.parse(address)?.origin;
  return [...bookingAddresses(), ...programmeSites()].some((each) => URL.parse(each)?.origin === origin);
};

/** The programme's own search: the source's link first, then what the pack can fill in, then what to type. */
export function FindPart({ record, raw, flights, travellers }: FindPartProps) {
  const own = sourceLink(raw);
  const links = programmeLinks({ ...record, travellers });
  return (
    <>
      {own === null && links.length === 0 && (
        <p className={prose.line}>
          No address of {programmeLabel(record.programme) || 'this programme'} is known. Find its award
          search, and type:
        </p>
      )}
      {(own !== null || links.length > 0) && (
        <ul className={classes.list} aria-label="At the programme">
          {own !== null && <OwnLink address={own} />}
          {links.map((link) => (
            <li key={link.url}>
              <FilledLink link={link} />
            </li>
          ))}
        </ul>
      )}
      <WhatToType record={record} flights={flights} travellers={travellers} />
    </>
  );
}

function OwnLink({ address }: { address: string }) {
  const host = URL.parse(address)?.host ?? '';
  return (
    <li>
      {isOfProgramme(address) ? (
        <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit underline="always">
          The source’s own link, to {host}
        </Anchor>
      ) : (
        <>
          The source’s own link leads to {host}, which no pack knows as a programme’s.{' '}
          <CopyButton what="the source’s link" text={address} />
        </>
      )}
    </li>
  );
}

function FilledLink({ link }: { link: ProgrammeLink }) {
  const today = localDay(useNow());
  return (
    <>
      <Anchor href={link.url} target="_blank" rel="noopener noreferrer" inherit underline="always">
        {linkLabel(link)}
      </Anchor>{' '}
      {link.sure === 'C' && link.kind === 'search' && (
        <>
          <Tag tone="warn">May open only the search page</Tag>{' '}
        </>
      )}
      <span className={prose.small}>{capital(factDate(link, today))}.</span>
    </>
  );
}

/** What the programme's form asks for, copied one by one. */
function WhatToType({ record, flights, travellers }: Omit<FindPartProps, 'raw'>) {
  const facts: [name: string, text: string, shown: string][] = [
    ['From', record.origin, airportTitle(record.origin)],
    ['To', record.destination, airportTitle(record.destination)],
    [
      'Date',
      record.date ?? record.dateText,
      record.date === null ? record.dateText : `${travelDate(record.date)} (${record.date})`,
    ],
    ...(record.cabin === null
      ? []
      : [['Cabin', cabinLabel(record.cabin), cabinLabel(record.cabin)] as [string, string, string]]),
    ['Travellers', String(travellers), String(travellers)],
    ['Flights', flights.join(', '), flights.join(', ')],
  ];
  return (
    <dl className={classes.typed} aria-label="What to type">
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text, shown]) => (
          <Box key={name} display="contents">
            <dt>{name}</dt>
            <dd>
              {shown} <CopyButton what={name} text={text} />
            </dd>
          </Box>
        ))}
    </dl>
  );
}

const CopyButton = ({ what, text }: { what: string; text: string }) => (
  <Button
    size="compact-xs"
    variant="subtle"
    aria-label={`Copy ${what}`}
    onClick={async () =>
      announce(
        (await copyText(text)) ? `Copied: ${text}` : 'It could not be copied. Mark it and copy it by hand.',
      )
    }
  >
    Copy
  </Button>
);
