import { expect, it } from 'vitest';
import { createFormDrafts } from './form-drafts.ts';
import { readFromTab, storeInTab } from './tab-storage.ts';

function tab(capacity: number) {
  const stored = new Map<string, string>();
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (value.length > capacity) throw new DOMException('no room', 'QuotaExceededError');
      stored.set(name, value);
    },
    removeItem: (name: string) => void stored.delete(name),
  };
}

it('what is stored for a tab is read back, and unreadable data is null', () => {
  const storage = tab(100);
  storeInTab(storage, 'form', { cabin: 'first' });
  expect(readFromTab(storage, 'form')).toEqual({ cabin: 'first' });
  storage.setItem('form', '{"cabin":');
  expect(readFromTab(storage, 'form')).toBeNull();
  expect(readFromTab(storage, 'other')).toBeNull();
});

it('typing continues where the text does not fit, and what was stored before stays', () => {
  const storage = tab(60);
  const drafts = createFormDrafts(storage);
  drafts.write('trip/1', { title: 'Spring' });
  const long = 'x'.repeat(100);
  drafts.write('trip/1', { title: long });
  expect(drafts.draftOf('trip/1')).toEqual({ title: long });
  expect(createFormDrafts(storage).draftOf('trip/1')).toEqual({ title: 'Spring' });
});
