import { z } from 'zod';
import type { UserNote } from '#shared/contract/program/assistants.ts';
import type { TripItem } from '#shared/contract/trips.ts';
import { isoInstant } from '#shared/dates.ts';
import { defineTool, found, outsideText, outsideTextSchema, outsideValue } from '../answer.ts';
import { awardSchema, awardsOf, cursor, limit } from '../awards.ts';
import type { Sources } from '../sources.ts';

const note = {
  note: outsideTextSchema.nullable(),
  private_note: z.boolean().describe('True: the user keeps a note here that is not shown to assistants.'),
};

const itemSchema = z.object({
  kind: z.enum(['record', 'note', 'link']),
  ...note,
  award: awardSchema
    .nullable()
    .describe('Of a record: as it was observed last; null where it is not stored.'),
  marketplace: z
    .object({ name: z.string(), demo: z.boolean().nullable() })
    .nullable()
    .describe(
      'Of a record: whose it is, which may be another than the one in use; demo is null where it is not known.',
    ),
  chosen_miles: z.int().nullable(),
  state: z.string().nullable().describe('Of a record: what became of it since it was chosen.'),
  changes: z.array(z.string()),
  link: outsideTextSchema.nullable(),
});

const tripSchema = z.object({
  trip_id: z.string(),
  title: outsideTextSchema,
  starts: z.string().nullable(),
  ends: z.string().nullable(),
  ...note,
  records: z.int(),
  notes_on_board: z.int(),
  links: z.int(),
  changed_at: z.string(),
});

export const listTrips = defineTool({
  name: 'list_trips',
  title: 'List trips',
  description:
    'The trips that the user is planning; with a trip_id, what lies on that trip’s board and what became of each chosen award since.',
  reads: true,
  input: z.strictObject({ trip_id: z.string().max(80).optional(), limit: limit(50, 20), cursor }),
  covered: z.object({ trips: z.int(), items: z.int().nullable() }),
  result: { trips: z.array(tripSchema), items: z.array(itemSchema).nullable() },
  async run(input, sources, offset) {
    if (input.trip_id === undefined) {
      const trips = await sources.trips.list(undefined);
      return found({
        observedAt: newest(trips.map(({ updatedAt }) => updatedAt)),
        covered: { trips: trips.length, items: null },
        rows: trips.slice(offset, offset + input.limit).map((trip) => tripOf(trip, sources)),
        total: trips.length,
        result: (rows) => ({ trips: rows as z.input<typeof tripSchema>[], items: null }),
      });
    }
    const { trip, items } = await sources.trips.show({ tripId: input.trip_id });
    const seen = items.flatMap((item) => (item.kind === 'record' ? (item.now?.seenAt ?? []) : []));
    return found({
      observedAt: newest(seen.length === 0 ? [trip.updatedAt] : seen),
      covered: { trips: 1, items: items.length },
      rows: items.slice(offset, offset + input.limit).map((item) => itemOf(item, sources)),
      total: items.length,
      result: (rows) => ({
        trips: [tripOf(trip, sources)],
        items: rows as z.input<typeof itemSchema>[],
      }),
    });
  },
});

const newest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.max(...times));

/** A note's text, unless it is private. */
function readable(text: string, of: UserNote, { privateNotes }: Pick<Sources, 'privateNotes'>) {
  if (text === '') return { note: null, private_note: false };
  return privateNotes([of]).length > 0
    ? { note: null, private_note: true }
    : { note: outsideText(text), private_note: false };
}

type Trip = Awaited<ReturnType<Sources['trips']['list']>>[number];

const tripOf = (trip: Trip, sources: Sources): z.input<typeof tripSchema> => ({
  trip_id: trip.tripId,
  title: outsideText(trip.title),
  starts: trip.starts,
  ends: trip.ends,
  ...readable(trip.notes, { kind: 'trip', tripId: trip.tripId }, sources),
  records: trip.records,
  notes_on_board: trip.notesOnBoard,
  links: trip.links,
  changed_at: isoInstant(trip.updatedAt),
});

function itemOf(item: TripItem, sources: Sources): z.input<typeof itemSchema> {
  const shown = {
    kind: item.kind,
    ...readable(item.text, { kind: 'item', itemId: item.itemId }, sources),
    award: null,
    marketplace: null,
    chosen_miles: null,
    state: null,
    changes: [],
    link: null,
  };
  if (item.kind === 'note') return shown;
  if (item.kind === 'link') return { ...shown, link: outsideText(item.url) };
  const { name, demo } = item.elsewhere ?? sources.marketplace();
  return {
    ...shown,
    marketplace: { name: outsideValue(name), demo },
    award: item.now === null ? null : (awardsOf([item.now], sources)[0] ?? null),
    chosen_miles: item.chosen.miles,
    state: item.standing.state,
    changes: [...item.standing.changes],
  };
}
