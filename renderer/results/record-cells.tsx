/**
 * The cells of a record: one plain element each wherever that will do, always the same ones whatever the record, so
 * that a row that is given another record while scrolling only changes its words.
 */
import { IconFlag, IconNote, IconStarFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { Mark, RecordRow } from '#shared/contract/awards.ts';
import { absoluteTime, agoWords } from '../components/relative-time.ts';
import { Tag } from '../components/tag.tsx';
import { cabinWords, GONE_WORDS, milesWords, seatsWords } from './award-words.ts';
import { routeWords } from './record-columns.ts';
import classes from './results.module.css';

/** Where what it says is the absence of something. */
const dimIf = (dim: boolean) => (dim ? classes.dim : undefined);

/** More do not fit the column in its usual size. */
const MOST_MILES = 99_999_999;

type Cell = (record: RecordRow, now: number) => ReactElement;

/** By the id of the column. The first two, which take the focus, belong to the row. */
export const CELLS: Readonly<Record<string, Cell>> = {
  route: (record) => <td key="route">{routeWords(record)}</td>,
  programme: ({ programme }) => (
    <td key="programme" title={programme}>
      {programme}
    </td>
  ),
  available: ({ available, gone }) => (
    <td key="available" className={dimIf(!available)} title={gone && GONE_WORDS}>
      {available ? <Tag tone="good">Space</Tag> : gone ? 'Gone' : 'No space'}
    </td>
  ),
  cabin: ({ cabin }) => (
    <td key="cabin" className={dimIf(cabin === null)}>
      {cabin ?? cabinWords(null)}
    </td>
  ),
  miles: ({ miles, milesText }) => (
    <td
      key="miles"
      data-numeric
      data-long={(miles !== null && miles > MOST_MILES) || undefined}
      title={milesWords(miles, milesText)}
      className={dimIf(miles === null)}
    >
      {milesWords(miles, milesText)}
    </td>
  ),
  seats: ({ seats, available }) => (
    <td key="seats" data-numeric className={dimIf(seats === null)}>
      {seatsWords(seats, available)}
    </td>
  ),
  direct: ({ direct }) => (
    <td key="direct" className={dimIf(!direct)}>
      {direct ? 'Direct' : 'no'}
    </td>
  ),
  airlines: ({ airlines }) => (
    <td key="airlines" title={airlines} className={dimIf(airlines === '')}>
      {airlines || 'none told'}
    </td>
  ),
  marks: ({ mark }) => <td key="marks">{mark && <Marks mark={mark} />}</td>,
  seen: ({ seenAt, flagged }, now) => (
    <td key="seen" className={classes.seen}>
      <time dateTime={new Date(seenAt).toISOString()} title={absoluteTime(seenAt)}>
        {agoWords(seenAt, now)}
      </time>
      {flagged && <IconFlag size={13} role="img" aria-label="Has members that the contract does not show" />}
    </td>
  ),
};

function Marks({ mark }: { mark: Mark }) {
  return (
    <span className={classes.marks} title={[...mark.tags, mark.note].filter(Boolean).join(' · ')}>
      {mark.starred && <IconStarFilled size={13} role="img" aria-label="Starred" />}
      {mark.tags.length > 0 && <span>{mark.tags.join(', ')}</span>}
      {mark.note !== '' && <IconNote size={14} role="img" aria-label="Has a note" />}
      {mark.note !== '' && <span className={classes.dim}>{mark.note}</span>}
    </span>
  );
}
