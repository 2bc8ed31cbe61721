import { EventEmitter } from 'node:events';
import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { createQuestions, type QuestionsDeps } from './questions.ts';

/** A window that was drawn, unless it is minimised or hidden; it says what was done to it. */
function windowThatIs(is: { minimized?: boolean; hidden?: boolean } = {}) {
  const did: string[] = [];
  const window = Object.assign(new EventEmitter(), {
    isMinimized: () => is.minimized === true,
    isVisible: () => is.minimized !== true && is.hidden !== true,
    restore: () => void did.push('restore'),
    show: () => void did.push('show'),
  }) as unknown as BrowserWindow;
  return { window, did };
}
const { window: WINDOW } = windowThatIs();
const question = (title: string) => ({ title, words: 'words', detail: 'detail' });

/** A screen on which questions wait for the test to answer them. */
function screen(parent: () => BrowserWindow | undefined = () => WINDOW, pause = async () => {}) {
  const open: { window: unknown; options: MessageBoxOptions; answer: (response: number) => void }[] = [];
  const dialog = {
    showMessageBox: (window: unknown, options: MessageBoxOptions) =>
      new Promise((resolve) => {
        open.push({
          window,
          options,
          answer: (response) => {
            open.splice(0, 1);
            resolve({ response, checkboxChecked: false });
          },
        });
      }),
    showSaveDialog: async () => ({ canceled: false, filePath: '/home/ada/a.csv' }),
  } as unknown as QuestionsDeps['dialog'];
  return { open, questions: createQuestions({ dialog, parent, pause }) };
}

describe('questions outside the page', () => {
  it('are asked one after the other, each modal to its window', async () => {
    const { open, questions } = screen();
    const answers = [1, 2, 3, 4, 5].map((each) => questions.confirm(question(`Question ${each}`)));
    for (const each of [1, 2, 3, 4, 5]) {
      await expect.poll(() => open.map(({ options }) => options.message)).toEqual([`Question ${each}`]);
      expect(open[0]?.window).toBe(WINDOW);
      open[0]?.answer(each % 2);
    }
    expect(await Promise.all(answers)).toEqual([true, false, true, false, true]);
  });

  it('leave a pause between them, so that a double click answers one', async () => {
    const pauses: (() => void)[] = [];
    const { open, questions } = screen(
      () => WINDOW,
      () => new Promise((done) => pauses.push(done)),
    );
    const answers = [questions.confirm(question('First')), questions.saveAs('a.csv')];
    await expect.poll(() => open).toHaveLength(1);
    open[0]?.answer(1);
    expect(await answers[0]).toBe(true);
    await expect.poll(() => pauses).toHaveLength(1);
    const third = questions.confirm(question('Third'));
    expect(open).toHaveLength(0);
    pauses[0]?.();
    expect(await answers[1]).toBe('/home/ada/a.csv');
    await expect.poll(() => pauses).toHaveLength(2);
    expect(open).toHaveLength(0);
    pauses[1]?.();
    await expect.poll(() => open).toHaveLength(1);
    open[0]?.answer(0);
    expect(await third).toBe(false);
  });

  it('beyond a handful are refused in words', async () => {
    const { open, questions } = screen();
    const answers = Array.from({ length: 25 }, (_, each) =>
      Promise.resolve()
        .then(() => questions.confirm(question(`Question ${each}`)))
        .catch(({ failure }) => failure.code),
    );
    const refused = await Promise.all(answers.slice(9));
    expect(new Set(refused)).toEqual(new Set(['too_many_questions']));
    await expect.poll(() => open).toHaveLength(1);
    questions.close();
    expect(await Promise.all(answers.slice(0, 9))).toEqual(Array(9).fill(false));
  });

  it('are answered with no when the program closes, and none is asked any more', async () => {
    const { open, questions } = screen();
    const first = questions.confirm(question('First'));
    const second = questions.confirm(question('Second'));
    await expect.poll(() => open).toHaveLength(1);
    questions.close();
    expect(await Promise.all([first, second])).toEqual([false, false]);
    expect(open[0]?.options.signal?.aborted).toBe(true);
    expect(await questions.confirm(question('Third'))).toBe(false);
    expect(await questions.saveAs('a.csv')).toBeNull();
    expect(open).toHaveLength(1);
  });

  it('are answered with no when their window is closed, and those that follow are asked in another', async () => {
    const { window: other } = windowThatIs();
    const windows = [WINDOW, other];
    const { open, questions } = screen(() => windows[0]);
    const first = questions.confirm(question('First'));
    const second = questions.confirm(question('Second'));
    await expect.poll(() => open).toHaveLength(1);
    windows.shift();
    WINDOW.emit('closed');
    expect(await first).toBe(false);
    expect(open[0]?.options.signal?.aborted).toBe(true);
    await expect.poll(() => open[1]?.window).toBe(other);
    open[1]?.answer(1);
    expect(await second).toBe(true);
    expect([WINDOW, other].map((each) => each.listenerCount('closed'))).toEqual([0, 0]);
  });

  it.each([
    [{}, []],
    [{ minimized: true }, ['restore']],
    [{ hidden: true }, ['show']],
  ])('are seen, whatever their window is: %j', async (is, done) => {
    const { window, did } = windowThatIs(is);
    const { open, questions } = screen(() => window);
    const answered = questions.confirm(question('First'));
    await expect.poll(() => open).toHaveLength(1);
    expect(did).toEqual(done);
    open[0]?.answer(1);
    expect(await answered).toBe(true);
  });

  it('are answered with no where there is no window to ask in', async () => {
    const { open, questions } = screen(() => undefined);
    expect(await questions.confirm(question('First'))).toBe(false);
    expect(open).toHaveLength(0);
  });

  it('keep lines as lines', async () => {
    const { open, questions } = screen();
    const answered = questions.confirm({ title: 'Raise?', words: 'One.\nTwo.', detail: 'Three.' });
    await expect.poll(() => open[0]?.options.detail).toBe('One.\nTwo.\n\nThree.');
    open[0]?.answer(0);
    expect(await answered).toBe(false);
  });
});
