import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { TRIP_NOTES_MAX, TRIP_TITLE_MAX, type Trip, titleProblem } from '#shared/contract/trips.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { usePending } from '../places/use-pending.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useFormDraft } from '../ui/forms/use-form-draft.ts';
import { QuestionFields } from './question-fields.tsx';
import { readTrip, storedTrip, type TypedTrip, titleOf } from './typed-trip.ts';

/** A title that Milepost proposes: what does not fit is visibly cut. */
const fitting = (title: string): string =>
  title.length > TRIP_TITLE_MAX ? `${title.slice(0, TRIP_TITLE_MAX - 1)}…` : title;

type TripFields = Pick<Trip, 'title' | 'notes' | 'starts' | 'ends' | 'question'>;

type TripFormProps = {
  /** The trip as it is saved; null for a new one. */
  saved: TripFields | null;
  /** Its question as it is typed at first. */
  typed: TypedTrip;
  /** The form's name for `useFormDraft`. */
  draftName: string;
  submitLabel: string;
  pending: boolean;
  error: unknown;
  onSubmit: (fields: TripFields) => void;
  onCancel: () => void;
};

const dayProblem = (text: string): string | null =>
  text === '' || isCalendarDate(text) ? null : 'Not a date.';

/** What a trip is for, its title and notes. The caller drops the draft once it is saved or cancelled. */
export function TripForm(props: TripFormProps) {
  const { saved, draftName, submitLabel, pending, error, onSubmit, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const [isPending, onPending] = usePending();
  const [isWanted, setWanted] = useState(false);
  // The button that opened it has been removed by now.
  useEffect(() => first.current?.focus(), []);
  const { fields, write } = useFormDraft(draftName, {
    title: saved?.title ?? '',
    starts: saved?.starts ?? '',
    ends: saved?.ends ?? '',
    notes: saved?.notes ?? '',
    trip: JSON.stringify(props.typed),
  });
  const { title, starts, ends, notes } = fields;
  const trip = storedTrip(fields.trip);
  /** The current one, for names that are resolved between two renders. */
  const now = useRef(trip);
  now.current = trip;
  const change = (next: (trip: TypedTrip) => TypedTrip) => {
    now.current = next(now.current);
    write({ trip: JSON.stringify(now.current) });
  };
  const isBoard = trip.shape === 'none';
  const { question, problems } = readTrip(trip);
  const endsProblem =
    dayProblem(ends) ??
    (dayProblem(starts) === null && starts !== '' && ends !== '' && ends < starts
      ? 'The last day is before the first.'
      : null);
  const untitled = isBoard && title.trim() === '' ? 'Give the trip a title.' : null;
  const fits =
    untitled === null &&
    titleProblem(title) === null &&
    Object.keys(problems).length === 0 &&
    (!isBoard || (dayProblem(starts) === null && endsProblem === null));
  const submit = () => {
    setTried(true);
    const named = title.trim() || (question === null ? '' : fitting(titleOf(question)));
    const days = isBoard ? { starts: starts || null, ends: ends || null } : { starts: null, ends: null };
    if (fits) onSubmit({ title: named, notes, ...days, question });
    // The fields first render their problems; then the first of them takes the focus.
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  // A name that was just typed is looked up first.
  useEffect(() => {
    if (!isWanted || isPending) return;
    setWanted(false);
    submit();
  });
  const send = () => {
    setWanted(true);
  };
  return (
    <Form onSubmit={send} aria-label={submitLabel} ref={form}>
      <Stack gap="sm" maw={860} mb={16}>
        <TextInput
          label="Title"
          value={title}
          placeholder={question === null ? '' : titleOf(question)}
          error={titleProblem(title) ?? (tried ? untitled : null)}
          ref={first}
          onChange={(event) => write({ title: event.currentTarget.value })}
        />
        <QuestionFields
          trip={trip}
          problems={tried ? problems : {}}
          onChange={change}
          onPending={onPending}
        />
        {isBoard && (
          <Group grow align="flex-start">
            <DateField
              label="First day"
              description="Optional"
              pickLabel="Calendar for the beginning"
              value={starts}
              error={dayProblem(starts)}
              onChange={(starts) => write({ starts })}
            />
            <DateField
              label="Last day"
              description="Optional"
              pickLabel="Calendar for the end"
              value={ends}
              near={starts}
              error={endsProblem}
              onChange={(ends) => write({ ends })}
            />
          </Group>
        )}
        <Textarea
          label="Notes of the trip"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={TRIP_NOTES_MAX}
          value={notes}
          onChange={(event) => write({ notes: event.currentTarget.value })}
        />
        {error !== null && error !== undefined && (
          <FailureNotice error={error} title="The trip could not be saved" />
        )}
        <DialogButtons leave={{ label: 'Cancel', onLeave: onCancel }}>
          <Button variant="filled" type="submit" loading={pending}>
            {submitLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}
