import { Stack, TagsInput, Textarea, Title } from '@mantine/core';
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NOTE_MAX, TAG_MAX, TAGS_MAX } from '#shared/contract/annotations.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { PrivateNote } from '../../records/private-note.tsx';
import { tagsQuery } from '../../records/queries.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useFormDraft } from '../../ui/forms/use-form-draft.ts';
import { announce } from '../../ui/status-messages.ts';
import { useMarkRecords } from './mark-records.ts';

type RecordDetail = Awaited<ReturnType<ContractClient['results']['record']>>;

/** How long after the last key a note is saved, in milliseconds. */
const REST_MS = 600;

/** A record's note as the user sees it: what was typed, which outlives the page, otherwise the saved one. */
function useNote(versionId: number, saved: string) {
  const { fields, write, drop } = useFormDraft(`note-of-record/${versionId}`, { note: saved });
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useMutation({
    // One after the other, so that an earlier text never arrives last.
    scope: { id: 'note' },
    mutationFn: (text: string) => api.annotations.mark({ versionIds: [versionId], change: { note: text } }),
    onSuccess: (_, text) => {
      const note = text.trim();
      // The cached record has the old note until it is read again.
      queryClient.setQueryData<RecordDetail>(['results', 'record', versionId], (detail) =>
        detail === undefined
          ? undefined
          : {
              ...detail,
              row: { ...detail.row, mark: { starred: false, tags: [], ...detail.row.mark, note } },
            },
      );
      if (text === fields.note && document.activeElement !== field.current) drop();
      announce(note === '' ? 'Note removed.' : 'Note saved.');
    },
  });
  const saveSoon = useDebouncedCallback(save.mutate, { delay: REST_MS, flushOnUnmount: true });
  useWindowEvent('pagehide', () => saveSoon.flush());
  return {
    field,
    note: fields.note,
    error: save.error,
    retry: () => save.mutate(fields.note),
    type(text: string) {
      write({ note: text });
      saveSoon(text);
    },
    leave() {
      saveSoon.flush();
      if (fields.note.trim() === saved) drop();
    },
  };
}

type MarkEditorProps = {
  row: RecordRow;
  /** Whether the record was opened to write its note. */
  toNote: boolean;
};

/** The user’s tags and note on one record. They stay with the record through later runs and rebuilds. */
export function MarkEditor({ row, toNote }: MarkEditorProps) {
  const { tags, note } = row.mark ?? { tags: [] as string[], note: '' };
  const known = useQuery(tagsQuery);
  const mark = useMarkRecords();
  const { field, ...written } = useNote(row.versionId, note);
  useEffect(() => {
    if (toNote) field.current?.focus();
  }, [toNote, field]);
  const versionIds = [row.versionId];
  return (
    <Stack gap="xs" component="section" aria-label="Your marks">
      <Title order={3} size="h6">
        Your marks
      </Title>
      <TagsInput
        label="Tags"
        placeholder={tags.length === 0 ? 'Add a tag, then Enter' : ''}
        data={(known.data ?? []).map(({ tag }) => tag)}
        value={tags}
        maxTags={TAGS_MAX}
        maxLength={TAG_MAX}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) =>
          mark.mutate({
            versionIds,
            change: {
              addTags: next.filter((tag) => !tags.includes(tag)),
              removeTags: tags.filter((tag) => !next.includes(tag)),
            },
            said: 'Tags saved',
          })
        }
      />
      <Textarea
        ref={field}
        label="Note"
        data-note
        data-autofocus={toNote || undefined}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={NOTE_MAX}
        value={written.note}
        onChange={(event) => written.type(event.currentTarget.value)}
        onBlur={written.leave}
      />
      {note !== '' && <PrivateNote note={{ kind: 'record', versionId: row.versionId }} of="note" />}
      {written.error !== null && (
        <FailureNotice
          error={written.error}
          title="The note could not be saved. It stays here"
          onRetry={written.retry}
        />
      )}
      {mark.error !== null && <FailureNotice error={mark.error} title="This could not be saved" />}
    </Stack>
  );
}
