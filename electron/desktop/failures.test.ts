import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPage, watchProgram, watchStart } from './failures.ts';

function failing(answer: number | Promise<number> = 0) {
  const written: string[] = [];
  const requested: { message: string; detail: string; buttons: string[]; signal: AbortSignal | undefined }[] =
    [];
  const did: string[] = [];
  let closing = false;
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    reload: () => void did.push('reload'),
    forcefullyCrashRenderer: () => void did.push('end'),
  });
  const app = new EventEmitter();
  const program = new EventEmitter();
  const deps = {
    log: { file: '/data/milepost.log', write: (_level: string, words: string) => void written.push(words) },
    choose: async (
      { message, detail = '', buttons = [] }: { message: string; detail?: string; buttons?: string[] },
      signal?: AbortSignal,
    ) => {
      requested.push({ message, detail, buttons, signal });
      return answer;
    },
    isOwnPage: (url: string) => url.startsWith('app://milepost/'),
    openSafely: () => void did.push('safe'),
    restart: () => void did.push('restart'),
    quit: () => void did.push('quit'),
    closing: () => closing,
  };
  const pageStarts = watchPage(contents as never, deps);
  const stop = watchProgram(app as never, program as never, deps);
  return {
    contents,
    app,
    program,
    written,
    requested,
    did,
    stop,
    pageStarts,
    close: () => {
      closing = true;
    },
  };
}
const removed = (reason: string) => [{}, { reason, exitCode: 9 }] as const;

describe('a page that ends, hangs or does not load', () => {
  it.each([
    [0, 'reload'],
    [1, 'safe'],
    [2, 'quit'],
  ])('is reported with a way on: button %d', async (button, done) => {
    const { contents, requested, did, written } = failing(button);
    contents.emit('render-process-gone', ...removed('crashed'));
    await expect.poll(() => did).toEqual([done]);
    expect(requested[0]?.buttons).toEqual(['Reload', 'Open a safe screen', 'Quit']);
    expect(written).toEqual(['the page ended: crashed, 9']);
  });

  it('is reported once while the question stands, and again afterwards', async () => {
    const { contents, requested, did } = failing();
    for (let each = 0; each < 25; each += 1) contents.emit('render-process-gone', ...removed('oom'));
    await expect.poll(() => did).toEqual(['reload']);
    expect(requested).toHaveLength(1);
    contents.emit('render-process-gone', ...removed('oom'));
    await expect.poll(() => did).toHaveLength(2);
  });

  it('that did not load is reported; one that was replaced, and a frame, are not', async () => {
    const { contents, requested, did } = failing(1);
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://milepost/', true);
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://milepost/', false);
    expect(requested).toEqual([]);
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://milepost/?q=LHR', true);
    await expect.poll(() => did).toEqual(['safe']);
  });

  it('that hangs is ended and loaded anew where the user says so', async () => {
    const { contents, did, requested } = failing(1);
    contents.emit('unresponsive');
    contents.emit('unresponsive');
    await expect.poll(() => did).toEqual(['end']);
    contents.emit('render-process-gone', ...removed('killed'));
    expect(did).toEqual(['end', 'reload']);
    expect(requested).toHaveLength(1);
  });

  it('that responds again takes its question back', async () => {
    const never = Promise.withResolvers<number>();
    const { contents, requested, did } = failing(never.promise);
    contents.emit('unresponsive');
    await expect.poll(() => requested).toHaveLength(1);
    contents.emit('responsive');
    expect(requested[0]?.signal?.aborted).toBe(true);
    never.resolve(1);
    await never.promise;
    expect(did).toEqual([]);
  });

  it('that ends while it hangs takes that question back, and its end alone is asked about', async () => {
    const never = Promise.withResolvers<number>();
    const { contents, requested, did } = failing(never.promise);
    contents.emit('unresponsive');
    await expect.poll(() => requested).toHaveLength(1);
    contents.emit('render-process-gone', ...removed('crashed'));
    expect(requested[0]?.signal?.aborted).toBe(true);
    await expect.poll(() => requested.map(({ message }) => message)).toContain('The window stopped working');
    never.resolve(1);
    await expect.poll(() => did).toEqual(['safe']);
    contents.emit('render-process-gone', ...removed('crashed'));
    await expect.poll(() => requested).toHaveLength(3);
  });

  it('that only hears that a file is missing did not load either', async () => {
    const { contents, written, did } = failing(2);
    contents.emit('did-navigate', {}, 'app://milepost/', 200);
    contents.emit('did-navigate', {}, 'app://milepost/', -1);
    expect(written).toEqual([]);
    contents.emit('did-navigate', {}, 'app://milepost/', 404);
    await expect.poll(() => did).toEqual(['quit']);
    expect(written).toEqual(['the page did not load: 404']);
  });

  it('has its errors written down by their kind and place, the first of them, and nothing that they say', () => {
    const { contents, written, requested } = failing();
    const said = (level: string, message: string, sourceId: string) =>
      contents.emit('console-message', { level, message, lineNumber: 7, sourceId });
    said('info', 'aek_secret', 'app://milepost/assets/a.js');
    said('error', 'Uncaught (in promise) TypeError: aek_secret', 'app://milepost/assets/a-1.js');
    said('error', 'aek_secret', '');
    expect(written).toEqual(['the page reported TypeError at a-1.js:7', 'the page reported an error at :7']);
    for (let each = 0; each < 500; each += 1) said('error', 'again', 'app://milepost/a.js');
    expect(written).toHaveLength(20);
    expect(requested).toEqual([]);
  });

  it('that ends because the program closes is not reported', () => {
    const { contents, requested, close } = failing();
    close();
    contents.emit('render-process-gone', ...removed('crashed'));
    contents.emit('unresponsive');
    expect(requested).toEqual([]);
  });
});

describe('a page whose scripts never start', () => {
  const page = { url: 'app://milepost/', isMainFrame: true, isSameDocument: false };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is reported with a way on, and with where the log lies', async () => {
    const { contents, requested, written, did } = failing();
    contents.emit('did-start-navigation', page);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requested).toMatchObject([
      { message: 'The window stays empty', detail: expect.stringContaining('/data/milepost.log') },
    ]);
    expect(written).toEqual(['the page did not start']);
    expect(did).toEqual(['reload']);
  });

  it('is not one that starts, that another page follows or whose window is closed', async () => {
    for (const then of ['pageStarts', 'destroyed', 'close'] as const) {
      const { contents, requested, pageStarts, close } = failing();
      for (let each = 0; each < 3; each += 1) contents.emit('did-start-navigation', page);
      if (then === 'pageStarts') pageStarts();
      else if (then === 'close') close();
      else contents.emit(then);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(requested, then).toEqual([]);
    }
  });

  it('is none of what only goes to a place in it, a frame, or the tools of development', async () => {
    const { contents, requested } = failing();
    for (const other of [{ isSameDocument: true }, { isMainFrame: false }, { url: 'devtools://x/' }])
      contents.emit('did-start-navigation', { ...page, ...other });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requested).toEqual([]);
  });

  it('takes its question back where it starts after all', async () => {
    const never = Promise.withResolvers<number>();
    const { contents, requested, did, pageStarts } = failing(never.promise);
    contents.emit('did-start-navigation', page);
    await vi.advanceTimersByTimeAsync(600_000);
    pageStarts();
    expect(requested[0]?.signal?.aborted).toBe(true);
    never.resolve(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(did).toEqual([]);
  });
});

describe('the rest of the program', () => {
  it.each([
    [0, ['restart']],
    [1, []],
    [2, ['quit']],
  ])('reports an error that nothing caught, with a way on: button %d', async (button, done) => {
    const { program, requested, did } = failing(button);
    program.emit('uncaughtException', new Error('it failed'));
    await expect.poll(() => requested).toHaveLength(1);
    await expect.poll(() => did).toEqual(done);
  });

  it('writes down a helper process that ended, and asks nobody', () => {
    const { app, requested, written } = failing();
    for (const type of ['GPU', 'Utility', 'Zygote'])
      app.emit('child-process-gone', {}, { type, reason: 'crashed', exitCode: 5 });
    expect(written).toHaveLength(3);
    expect(requested).toEqual([]);
  });

  it('writes down an error that nothing caught without its message, and reports it', async () => {
    const { program, written, requested, did } = failing();
    program.emit('uncaughtException', new TypeError('the key aek_secret was refused'));
    program.emit('unhandledRejection', 'aek_secret');
    await expect.poll(() => did).toEqual(['restart']);
    expect(requested).toHaveLength(1);
    expect(written[0]).toMatch(/^an error that nothing caught: TypeError\n\s+at /u);
    expect(written.join()).not.toContain('aek_secret');
  });

  it('stops watching when it is told to', () => {
    const { program, stop } = failing();
    stop();
    expect(program.listenerCount('uncaughtException') + program.listenerCount('unhandledRejection')).toBe(0);
  });
});

it('a start in which something goes wrong that nothing caught is reported, written down, and no longer once it is over', () => {
  const program = new EventEmitter();
  const written: string[] = [];
  const notified: string[] = [];
  const stop = watchStart(program as never, {
    log: { write: (_level, words) => void written.push(words) },
    tell: (words) => notified.push(words),
  });
  program.emit('uncaughtException', new RangeError('aek_secret'));
  program.emit('unhandledRejection', new TypeError('aek_secret'));
  expect(notified).toHaveLength(2);
  expect(written).toEqual([
    expect.stringContaining('nothing caught: RangeError\n'),
    expect.stringContaining('nothing handled: TypeError\n'),
  ]);
  expect([...written, ...notified].join()).not.toContain('aek_secret');
  stop();
  expect(program.eventNames()).toEqual([]);
});
