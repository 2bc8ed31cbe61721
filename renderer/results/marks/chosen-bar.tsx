import { Box, Button, Group, TagsInput, Textarea } from '@mantine/core';
import { IconNote, IconStar, IconStarOff, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MarkChange, NOTE_MAX, TAG_MAX, TAGS_MAX } from '#shared/contract/annotations.ts';
import { plural } from '#shared/formats.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { startExport } from '../../export/export-store.ts';
import { AddToTrip } from '../../records/add-to-trip.tsx';
import { tagsQuery } from '../../records/queries.ts';
import classes from '../../records/results.module.css';
import { NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { FormSheet } from '../../ui/forms/form-sheet.tsx';
import { SubmitSheet } from '../../ui/forms/submit-sheet.tsx';
import { useFormDraft } from '../../ui/forms/use-form-draft.ts';
import type { Choice } from '../table/choice.ts';
import { useMarkRecords } from './mark-records.ts';

/** Commands for the chosen rows. */
export function ChosenBar({ choice, hidden }: { choice: Choice; hidden: readonly string[] }) {
  const mark = useMarkRecords();
  const versionIds = [...choice.versionIds];
  const act = (said: string, change: MarkChange, onDone?: () => void) =>
    mark.mutate({ versionIds, change, said }, { onSuccess: () => onDone?.() });
  return (
    <section className={classes.chosen} aria-label="Chosen records">
      <Group gap={6}>
        <strong>{plural(versionIds.length, 'record')} chosen</strong>
        <Button variant="subtle" size="xs" onClick={choice.clear}>
          Choose none
        </Button>
        <Button
          size="xs"
          leftSection={<IconStar size={15} aria-hidden />}
          onClick={() => act('Starred', { starred: true })}
        >
          Star
        </Button>
        <Button
          size="xs"
          leftSection={<IconStarOff size={15} aria-hidden />}
          onClick={() => act('Stars removed', { starred: false })}
        >
          Unstar
        </Button>
        <TagForm
          onAdd={(tags) => act('Tagged', { addTags: tags })}
          onRemove={(tags) => act('Tags removed', { removeTags: tags })}
        />
        <NoteForm onSave={(note, onDone) => act('Note saved', { note }, onDone)} />
        <AddToTrip versionIds={versionIds} />
        <Button
          size="xs"
          onClick={() => void startExport({ view: 'chosen', versionIds, hidden: [...hidden] }, 'ics')}
        >
          Calendar file
        </Button>
        <ExportMenu label="Export chosen" what={{ view: 'chosen', versionIds, hidden: [...hidden] }} />
      </Group>
      <NotDone of={mark} title="The records could not be marked" />
    </section>
  );
}

type TagFormProps = { onAdd: (tags: string[]) => void; onRemove: (tags: string[]) => void };

function TagForm({ onAdd, onRemove }: TagFormProps) {
  const [opened, setOpened] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const known = useQuery(tagsQuery);
  const done = (describe: (tags: string[]) => void) => {
    if (tags.length > 0) describe(tags);
    setTags([]);
    setOpened(false);
  };
  return (
    <FormSheet
      width={300}
      label="Tag…"
      icon={<IconTag size={15} aria-hidden />}
      opened={opened}
      onOpen={setOpened}
    >
      <TagsInput
        label="Tags for the chosen records"
        placeholder="Type a tag, then Enter"
        data={(known.data ?? []).map(({ tag }) => tag)}
        value={tags}
        onChange={setTags}
        acceptValueOnBlur
        maxTags={TAGS_MAX}
        maxLength={TAG_MAX}
        comboboxProps={{ withinPortal: false }}
      />
      <Box mt="sm">
        <DialogButtons
          more={
            <Button size="xs" disabled={tags.length === 0} onClick={() => done(onRemove)}>
              Remove tags
            </Button>
          }
        >
          <Button variant="filled" size="xs" disabled={tags.length === 0} onClick={() => done(onAdd)}>
            Add tags
          </Button>
        </DialogButtons>
      </Box>
    </FormSheet>
  );
}

function NoteForm({ onSave }: { onSave: (note: string, onDone: () => void) => void }) {
  const [opened, setOpened] = useState(false);
  const { fields, write, drop } = useFormDraft('note-of-chosen', { note: '' });
  return (
    <SubmitSheet
      width={300}
      label="Note…"
      icon={<IconNote size={15} aria-hidden />}
      opened={opened}
      onOpen={setOpened}
      submitLabel="Save note"
      ready
      onSubmit={() => {
        onSave(fields.note, drop);
        setOpened(false);
      }}
    >
      <Textarea
        label="Note for the chosen records"
        description="It takes the place of the notes they have."
        autosize
        minRows={2}
        maxLength={NOTE_MAX}
        value={fields.note}
        onChange={(event) => write({ note: event.currentTarget.value })}
      />
    </SubmitSheet>
  );
}
