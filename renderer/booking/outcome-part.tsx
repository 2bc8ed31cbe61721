import { Alert, Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import { OUTCOMES } from '#shared/booking/experience.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import {
  type BookRequest,
  type BookSheet,
  type ListedAnswer,
  REFERENCE_MAX,
} from '#shared/contract/booking.ts';
import { titleProblem } from '#shared/contract/trips.ts';
import { api } from '../api/api.ts';
import { itineraryTitle } from '../records/flight-labels.ts';
import { tripsQuery } from '../records/queries.ts';
import { Ago } from '../ui/ago.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
import prose from '../ui/prose.module.css';
import { announce } from '../ui/status-messages.ts';
import { keepFields } from './book-sheet.ts';
import { answerLabel, OUTCOME_LABELS } from './booking-labels.ts';
import { EMPTY_OUTCOME, isOutcome, namedWay, type OutcomeForm, readOutcome } from './outcome-form.ts';

const NO_TRIP = '';
const NEW_TRIP = 'new';

type OutcomePartProps = {
  record: RecordRow;
  answer: ListedAnswer | null;
  /** What was typed before and not saved. */
  typedBefore: BookSheet['fields'];
  itineraries: readonly Itinerary[];
  trip: BookRequest['trip'];
  /** Miles for all travellers, as seen; null where they are not given. */
  miles: number | null;
};

/** How it ended: booked, held, gone or at another price. What was booked goes into a trip. */
export function OutcomePart(props: OutcomePartProps) {
  const { record, answer, typedBefore, itineraries, trip, miles } = props;
  const taxes = itineraries.map((way) => way.taxes?.amount ?? null).find((amount) => amount !== null);
  const [typed, setTyped] = useState<Partial<OutcomeForm>>(typedBefore);
  const named = namedWay(itineraries, trip?.stopsMax);
  const fields: OutcomeForm = {
    ...EMPTY_OUTCOME,
    way: named === null ? '' : String(named),
    miles: miles === null ? '' : String(miles),
    currency: taxes?.currency ?? EMPTY_OUTCOME.currency,
    ...typed,
  };
  const write = (change: Partial<OutcomeForm>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    keepFields(next);
  };
  const read = readOutcome(fields, Date.now(), itineraries.length);
  const problems = read?.ok === false ? read.problems : {};
  const isTaken = fields.outcome === 'booked' || fields.outcome === 'held';
  const save = useMutation({
    mutationFn: async () => {
      if (read?.ok !== true) return;
      const way = isTaken && fields.way !== '' ? (itineraries[Number(fields.way)] ?? null) : null;
      const versionId = record.versionId;
      const saved = await api.booking.answer({ versionId, ...read.said, way });
      const tripId = isTaken ? await tripFor(trip, fields) : null;
      if (tripId !== null) await api.trips.addRecords({ tripId, versionIds: [versionId] });
      return saved;
    },
    onSuccess: (saved) => {
      if (saved === undefined) return;
      announce(`Saved: ${answerLabel(saved)}.`);
      setTyped({});
      keepFields({});
    },
  });
  const submit = () => {
    if (read?.ok === true) save.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        {answer !== null && <Answered answer={answer} />}
        <Radio.Group
          aria-label="What happened?"
          value={fields.outcome}
          onChange={(value) => isOutcome(value) && write({ outcome: value })}
        >
          <Group gap="md">
            {OUTCOMES.map((outcome) => (
              <Radio key={outcome} size="sm" value={outcome} label={OUTCOME_LABELS[outcome]} />
            ))}
          </Group>
        </Radio.Group>
        {isTaken && (
          <TextInput
            label="Reference"
            description="As the programme gave it, such as ABC123."
            maxLength={REFERENCE_MAX}
            error={problems.reference}
            value={fields.reference}
            onChange={(event) => write({ reference: event.currentTarget.value })}
          />
        )}
        {fields.outcome === 'held' && (
          <Group gap="sm" align="flex-start" grow>
            <DateField
              label="Held until"
              pickLabel="Pick the day until which it is held"
              error={problems.until}
              value={fields.until}
              onChange={(until) => write({ until })}
            />
            <TextInput
              label="Time"
              description="Of your own clock, 24 hours."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              error={problems.untilTime}
              value={fields.untilTime}
              onChange={(event) => write({ untilTime: event.currentTarget.value.trim() })}
            />
          </Group>
        )}
        {(fields.outcome === 'booked' || fields.outcome === 'other_price') && (
          <>
            <TextInput
              label={fields.outcome === 'booked' ? 'Miles paid' : 'Miles asked'}
              description="For all travellers."
              error={problems.miles}
              value={fields.miles}
              onChange={(event) => write({ miles: event.currentTarget.value })}
            />
            <Group gap="sm" align="flex-start" grow>
              <TextInput
                label={fields.outcome === 'booked' ? 'Taxes paid' : 'Taxes asked'}
                error={problems.taxes}
                value={fields.taxes}
                onChange={(event) => write({ taxes: event.currentTarget.value })}
              />
              <TextInput
                label="Currency"
                maxLength={3}
                error={problems.currency}
                value={fields.currency}
                onChange={(event) => write({ currency: event.currentTarget.value.toUpperCase() })}
              />
            </Group>
          </>
        )}
        {isTaken && itineraries.length > 1 && (
          <NativeSelect
            label="Flights"
            value={fields.way}
            error={problems.way}
            data={[
              ...(named === null ? [{ value: '', label: 'Choose the flights' }] : []),
              ...itineraries.map((way, place) => ({
                value: String(place),
                label: itineraryTitle(way) || `Way ${place + 1}`,
              })),
            ]}
            onChange={(event) => write({ way: event.currentTarget.value })}
          />
        )}
        {isTaken && <TripChoice trip={trip} fields={fields} write={write} />}
        <NotDone of={save} title="The answer was not saved" />
        <DialogButtons>
          <Button
            variant="filled"
            type="submit"
            size="xs"
            loading={save.isPending}
            disabled={
              read?.ok !== true ||
              (isTaken &&
                fields.tripId === NEW_TRIP &&
                (fields.title.trim() === '' || titleProblem(fields.title) !== null))
            }
          >
            Save answer
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

/** The trip that it goes into, made where it is a new one; null for none. */
async function tripFor(trip: BookRequest['trip'], fields: OutcomeForm): Promise<string | null> {
  if (trip !== undefined) return trip.tripId;
  if (fields.tripId === NO_TRIP) return null;
  if (fields.tripId !== NEW_TRIP) return fields.tripId;
  const made = await api.trips.create({
    title: fields.title.trim(),
    notes: '',
    starts: null,
    ends: null,
    question: null,
  });
  return made.tripId;
}

type TripChoiceProps = {
  trip: BookRequest['trip'];
  fields: OutcomeForm;
  write: (change: Partial<OutcomeForm>) => void;
};

function TripChoice({ trip, fields, write }: TripChoiceProps) {
  const trips = useQuery({ ...tripsQuery, enabled: trip === undefined });
  if (trip !== undefined) return <p className={prose.small}>It goes into “{trip.title}”.</p>;
  return (
    <>
      <NativeSelect
        label="Into the trip"
        value={fields.tripId}
        data={[
          { value: NO_TRIP, label: 'None' },
          ...(trips.data ?? []).map(({ tripId, title }) => ({ value: tripId, label: title })),
          { value: NEW_TRIP, label: 'A new trip' },
        ]}
        onChange={(event) => write({ tripId: event.currentTarget.value })}
      />
      {fields.tripId === NEW_TRIP && (
        <TextInput
          label="Title of the new trip"
          error={titleProblem(fields.title)}
          value={fields.title}
          onChange={(event) => write({ title: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function Answered({ answer }: { answer: ListedAnswer }) {
  const remove = useRemoveAnswer();
  return (
    <Alert color="blue" title="You answered">
      {answerLabel(answer)}. <Ago at={answer.answeredAt} />. Another answer replaces it.
      <Group mt={6}>
        <Button size="compact-xs" loading={remove.isPending} onClick={() => remove.mutate(answer.answerId)}>
          Delete answer
        </Button>
      </Group>
      <NotDone of={remove} title="The answer was not deleted" />
    </Alert>
  );
}

export const useRemoveAnswer = () =>
  useMutation({
    mutationFn: (answerId: string) => api.booking.remove({ answerId }),
    onSuccess: () => announce('The answer was deleted, and counts no more.'),
  });
