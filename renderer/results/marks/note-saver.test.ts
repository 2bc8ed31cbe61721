import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNoteSaver } from './note-saver.ts';

const REST_MS = 600;

function stand() {
  const file = new Map<number, string>();
  const stored = new Map<string, string>();
  const heard: string[] = [];
  let failing = false;
  const deps = {
    save: async (versionId: number, note: string) => {
      if (failing) throw new Error('locked');
      file.set(versionId, note.trim());
    },
    storage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
      removeItem: (name: string) => void stored.delete(name),
    },
    onSaved: (_: number, note: string) => void heard.push(note),
    restMs: REST_MS,
  };
  return {
    file,
    stored,
    heard,
    fail: (fails: boolean) => {
      failing = fails;
    },
    open: () => createNoteSaver(deps),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

it('leaving a field without typing does not remove a note', async () => {
  const { file, open } = stand();
  file.set(1, 'kept elsewhere');
  const saver = open();
  saver.leave(1);
  await vi.runAllTimersAsync();
  expect(file.get(1)).toBe('kept elsewhere');
  expect(saver.draftOf(1)).toBeUndefined();
});

it('a note is saved at a pause of typing, and the typed text stays', async () => {
  const { file, heard, open } = stand();
  const saver = open();
  saver.write(1, 'Ask');
  await vi.advanceTimersByTimeAsync(REST_MS - 1);
  expect(file.has(1)).toBe(false);
  saver.write(1, 'Ask ');
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(file.get(1)).toBe('Ask');
  expect(heard).toEqual(['Ask']);
  expect(saver.draftOf(1)?.text).toBe('Ask ');
  saver.write(1, 'Ask Kim');
  saver.leave(1);
  await settle();
  expect(file.get(1)).toBe('Ask Kim');
  expect(saver.draftOf(1)).toBeUndefined();
});

it('once saved, the field follows the file, and leaving it writes nothing', async () => {
  const { file, open } = stand();
  const saver = open();
  saver.write(1, 'mine');
  await vi.advanceTimersByTimeAsync(REST_MS);
  file.set(1, 'set through the chosen rows');
  saver.leave(1);
  await settle();
  expect(saver.draftOf(1)).toBeUndefined();
  expect(file.get(1)).toBe('set through the chosen rows');
});

it('a closing page saves the note, and if it cannot, the next page does', async () => {
  const { file, stored, fail, open } = stand();
  const first = open();
  first.write(1, 'going');
  first.leaveAll();
  await settle();
  expect(file.get(1)).toBe('going');
  fail(true);
  first.write(2, 'lost?');
  first.leaveAll();
  await settle();
  expect(first.draftOf(2)?.error).toEqual(new Error('locked'));
  fail(false);
  const next = open();
  next.resume();
  expect(next.draftOf(2)?.text).toBe('lost?');
  await settle();
  expect(file.get(2)).toBe('lost?');
  expect(stored.size).toBe(0);
});

it('an unsaved note is kept, and saved at the next try', async () => {
  const { file, fail, open } = stand();
  const saver = open();
  fail(true);
  saver.write(1, 'mine');
  saver.leave(1);
  await settle();
  expect(saver.draftOf(1)).toMatchObject({ text: 'mine', error: new Error('locked') });
  fail(false);
  saver.leave(1);
  await settle();
  expect(file.get(1)).toBe('mine');
  expect(saver.draftOf(1)).toBeUndefined();
});

it('emptying a note removes it', async () => {
  const { file, open } = stand();
  file.set(1, 'old');
  const saver = open();
  saver.write(1, '');
  saver.leave(1);
  await settle();
  expect(file.get(1)).toBe('');
});
