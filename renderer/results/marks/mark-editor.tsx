import { Stack, TagsInput, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { NOTE_MAX, TAG_MAX, TAGS_MAX } from '#shared/contract/annotations.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { PrivateNote } from '../../records/private-note.tsx';
import { tagsQuery } from '../../records/tags-query.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { useMarkRecords } from './mark-records.ts';
import { createNoteSaver } from './note-saver.ts';

type RecordDetail = Awaited<ReturnType<ContractClient['results']['record']>>;

const saver = createNoteSaver({
  save: (versionId, note) => api.annotations.mark({ versionIds: [versionId], change: { note } }),
  storage: sessionStorage,
  onSaved(versionId, note) {
    // The cached record has the old note until it is read again.
    queryClient.setQueryData<RecordDetail>(['results', 'record', versionId], (detail) =>
      detail === undefined
        ? undefined
        : {
            ...detail,
            row: { ...detail.row, mark: { starred: false, tags: [], ...detail.row.mark, note } },
          },
    );
    announce(note === '' ? 'Note removed.' : 'Note saved.');
  },
});
addEventListener('pagehide', saver.leaveAll);
saver.resume();

/** A record's note as the user sees it: the text being written, otherwise the saved one. */
function useNote(versionId: number, saved: string) {
  const draft = useSyncExternalStore(saver.subscribe, () => saver.draftOf(versionId));
  useEffect(() => () => saver.leave(versionId), [versionId]);
  return {
    note: draft?.text ?? saved,
    error: draft?.error ?? null,
    write: useCallback((text: string) => saver.write(versionId, text), [versionId]),
    leave: useCallback(() => saver.leave(versionId), [versionId]),
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
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (toNote) field.current?.focus();
  }, [toNote]);
  const written = useNote(row.versionId, note);
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
        onChange={(event) => written.write(event.currentTarget.value)}
        onBlur={written.leave}
      />
      {note !== '' && <PrivateNote note={{ kind: 'record', versionId: row.versionId }} of="note" />}
      {written.error !== null && (
        <FailureNotice
          error={written.error}
          title="The note could not be saved. It stays here"
          onRetry={written.leave}
        />
      )}
      {mark.error !== null && <FailureNotice error={mark.error} title="This could not be saved" />}
    </Stack>
  );
}
