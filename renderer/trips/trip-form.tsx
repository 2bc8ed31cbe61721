import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isCalendarDate } from '#shared/calendar-date.ts';
import { TRIP_NOTES_MAX, TRIP_TITLE_MAX } from '#shared/contract/trips.ts';
import { FailureNotice } from '../components/failure-notice.tsx';

export type TripFields = { title: string; notes: string; starts: string | null; ends: string | null };

type TripFormProps = {
  before?: TripFields;
  submitLabel: string;
  pending: boolean;
  error: unknown;
  onSubmit: (fields: TripFields) => void;
  onCancel: () => void;
};

const dayProblem = (text: string): string | null =>
  text === '' || isCalendarDate(text) ? null : 'Write the day as YYYY-MM-DD, or leave it empty.';

/** A trip's title, days and notes. */
export function TripForm({ before, submitLabel, pending, error, onSubmit, onCancel }: TripFormProps) {
  const first = useRef<HTMLInputElement>(null);
  // The button that opened it is gone by now.
  useEffect(() => first.current?.focus(), []);
  const [title, setTitle] = useState(before?.title ?? '');
  const [starts, setStarts] = useState(before?.starts ?? '');
  const [ends, setEnds] = useState(before?.ends ?? '');
  const [notes, setNotes] = useState(before?.notes ?? '');
  const endsProblem =
    dayProblem(ends) ??
    (dayProblem(starts) === null && starts !== '' && ends !== '' && ends < starts
      ? 'The last day is before the first.'
      : null);
  const fits = title.trim() !== '' && dayProblem(starts) === null && endsProblem === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits) onSubmit({ title: title.trim(), notes, starts: starts || null, ends: ends || null });
  };
  return (
    <form onSubmit={submit} aria-label={submitLabel}>
      <Stack gap="sm" maw={560} mb="md">
        <TextInput
          label="Title"
          value={title}
          maxLength={TRIP_TITLE_MAX}
          ref={first}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <TextInput
            label="First day"
            description="Optional"
            placeholder="YYYY-MM-DD"
            value={starts}
            error={dayProblem(starts)}
            autoComplete="off"
            onChange={(event) => setStarts(event.currentTarget.value.trim())}
          />
          <TextInput
            label="Last day"
            description="Optional"
            placeholder="YYYY-MM-DD"
            value={ends}
            error={endsProblem}
            autoComplete="off"
            onChange={(event) => setEnds(event.currentTarget.value.trim())}
          />
        </Group>
        <Textarea
          label="Notes of the trip"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={TRIP_NOTES_MAX}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {error !== null && error !== undefined && (
          <FailureNotice error={error} title="The trip could not be kept" />
        )}
        <Group gap="xs">
          <Button type="submit" size="sm" disabled={!fits} loading={pending}>
            {submitLabel}
          </Button>
          <Button variant="default" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
