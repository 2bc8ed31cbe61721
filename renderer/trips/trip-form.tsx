import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { TRIP_NOTES_MAX, TRIP_TITLE_MAX, type Trip } from '#shared/contract/trips.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { useFormDraft } from '../ui/forms/use-form-draft.ts';

type TripFields = Pick<Trip, 'title' | 'notes' | 'starts' | 'ends' | 'question'>;

type TripFormProps = {
  /** The trip as it is saved; null for a new one. */
  saved: TripFields | null;
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

/** A trip's title, days and notes. The caller drops the draft once it is saved or cancelled. */
export function TripForm({
  saved,
  draftName,
  submitLabel,
  pending,
  error,
  onSubmit,
  onCancel,
}: TripFormProps) {
  const first = useRef<HTMLInputElement>(null);
  // The button that opened it has been removed by now.
  useEffect(() => first.current?.focus(), []);
  const { fields, write } = useFormDraft(draftName, {
    title: saved?.title ?? '',
    starts: saved?.starts ?? '',
    ends: saved?.ends ?? '',
    notes: saved?.notes ?? '',
  });
  const { title, starts, ends, notes } = fields;
  const endsProblem =
    dayProblem(ends) ??
    (dayProblem(starts) === null && starts !== '' && ends !== '' && ends < starts
      ? 'The last day is before the first.'
      : null);
  const fits = title.trim() !== '' && dayProblem(starts) === null && endsProblem === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits)
      onSubmit({
        title: title.trim(),
        notes,
        starts: starts || null,
        ends: ends || null,
        question: saved?.question ?? null,
      });
  };
  return (
    <form onSubmit={submit} aria-label={submitLabel}>
      <Stack gap="sm" maw={560} mb="md">
        <TextInput
          label="Title"
          value={title}
          maxLength={TRIP_TITLE_MAX}
          ref={first}
          onChange={(event) => write({ title: event.currentTarget.value })}
        />
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
          <Button type="submit" disabled={!fits} loading={pending}>
            {submitLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
