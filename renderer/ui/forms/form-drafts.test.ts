import { expect, it } from 'vitest';
import { createFormDrafts } from './form-drafts.ts';

function storageWith(text?: string) {
  const stored = new Map(text === undefined ? [] : [['milepost-form-drafts', text]]);
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
}

it('unsaved text of a form is there on the next page, field by field', () => {
  const storage = storageWith();
  const before = createFormDrafts(storage);
  before.write('trip/1', { title: 'Spr' });
  before.write('trip/1', { notes: 'Kim first' });
  before.write('trip/1', { title: 'Spring' });
  before.write('trip/2', { title: 'Autumn' });
  const after = createFormDrafts(storage);
  expect(after.draftOf('trip/1')).toEqual({ title: 'Spring', notes: 'Kim first' });
  expect(after.draftOf('trip/2')).toEqual({ title: 'Autumn' });
  expect(after.draftOf('trip/3')).toBeUndefined();
});

it('saved or discarded text is removed for good, and leaves nothing behind', () => {
  const storage = storageWith();
  const drafts = createFormDrafts(storage);
  drafts.write('note', { text: 'mine' });
  drafts.drop('note');
  drafts.drop('note');
  expect(drafts.draftOf('note')).toBeUndefined();
  expect(storage.stored.size).toBe(0);
});

it('stored data of another shape is not a draft', () => {
  for (const text of ['not json', '{}', '[["note", {"text": 4}], ["note"], [1, {}], ["link", null]]'])
    expect(createFormDrafts(storageWith(text)).draftOf('note')).toBeUndefined();
});
