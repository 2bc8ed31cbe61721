import { ActionIcon, Anchor, Box, Button, Paper, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconEdit, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ITEM_TEXT_MAX, type Trip, type TripItem } from '#shared/contract/trips.ts';
import { isWebAddress } from '#shared/web-address.ts';
import { api } from '../api/api.ts';
import { PrivateNote } from '../records/private-note.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
import { isDrafted, useFormDraft } from '../ui/forms/use-form-draft.ts';
import { announce } from '../ui/status-messages.ts';
import { itemName } from './item-name.ts';
import { RecordOnBoard } from './record-on-board.tsx';
import classes from './trips.module.css';

type BoardItemProps = {
  trip: Trip;
  item: TripItem;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1, name: string) => void;
  onRemove: () => void;
};

/** One item on a board, with its actions by mouse and keyboard. */
export function BoardItem({ trip, item, isFirst, isLast, onMove, onRemove }: BoardItemProps) {
  const [editing, setEditing] = useState(() => isDrafted(draftNameOf(item)));
  const name = itemName(item);
  return (
    <Paper component="li" withBorder p="sm" className={classes.item}>
      <div>
        {item.kind === 'record' && <RecordOnBoard item={item} trip={trip} />}
        {item.kind === 'link' && (
          <div style={{ overflowWrap: 'anywhere' }}>
            {isWebAddress(item.url) ? (
              <Anchor href={item.url} target="_blank" rel="noopener noreferrer">
                {item.text || item.url}
              </Anchor>
            ) : (
              item.url
            )}
            {item.text !== '' && <div className={classes.small}>{item.url}</div>}
          </div>
        )}
        {editing ? (
          <TextForm item={item} onDone={() => setEditing(false)} />
        ) : (
          item.kind !== 'link' && item.text !== '' && <div className={classes.text}>{item.text}</div>
        )}
        {item.text !== '' && <PrivateNote note={{ kind: 'item', itemId: item.itemId }} of={name} />}
      </div>
      <div className={classes.actions}>
        <ActionIcon
          aria-label={`Move ${name} up`}
          // Not disabled: the focus would be lost at either end of the board.
          aria-disabled={isFirst}
          {...(isFirst ? { 'data-disabled': true } : {})}
          onClick={() => !isFirst && onMove(-1, name)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${name} down`}
          aria-disabled={isLast}
          {...(isLast ? { 'data-disabled': true } : {})}
          onClick={() => !isLast && onMove(1, name)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={item.kind === 'record' ? `Write about ${name}` : `Edit ${name}`}
          onClick={() => setEditing(!editing)}
        >
          <IconEdit size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={item.kind === 'record' ? `Remove ${name} from the board` : `Delete ${name}`}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </Paper>
  );
}

const draftNameOf = ({ itemId }: TripItem): string => `trip-item/${itemId}`;

function TextForm({ item, onDone }: { item: TripItem; onDone: () => void }) {
  const { fields, write, drop } = useFormDraft(draftNameOf(item), { text: item.text });
  const text = fields.text.trim();
  const done = () => {
    drop();
    onDone();
  };
  const change = useMutation({
    mutationFn: () => api.trips.changeItem({ itemId: item.itemId, text }),
    onSuccess: () => {
      announce('Saved.');
      done();
    },
  });
  return (
    <Form onSubmit={change.mutate}>
      <Textarea
        label={item.kind === 'link' ? 'What it is' : 'Note'}
        mt={6}
        autosize
        minRows={1}
        maxLength={ITEM_TEXT_MAX}
        value={fields.text}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
      <NotDone of={change} title="It could not be saved" />
      <Box mt={6}>
        <DialogButtons size="compact-sm" leave={{ label: 'Cancel', onLeave: done }}>
          <Button
            type="submit"
            variant="light"
            size="compact-sm"
            loading={change.isPending}
            disabled={item.kind === 'note' && text === ''}
          >
            Save
          </Button>
        </DialogButtons>
      </Box>
    </Form>
  );
}
