import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchPage, watchProgram } from './failures.ts';

function failing(answer: number | Promise<number> = 0) {
  const written: string[] = [];
  const requested: { message: string; buttons: string[]; signal: AbortSignal | undefined }[] = [];
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
    log: { write: (_level: string, words: string) => void written.push(words) },
    choose: async ({ message, buttons }: { message: string; buttons?: string[] }, signal?: AbortSignal) => {
      requested.push({ message, buttons: buttons ?? [], signal });
      return answer;
    },
    openSafely: () => void did.push('safe'),
    restart: () => void did.push('restart'),
    quit: () => void did.push('quit'),
    closing: () => closing,
  };
  watchPage(contents as never, deps);
  const stop = watchProgram(app as never, program as never, deps);
  return {
    contents,
    app,
    program,
    written,
    requested,
    did,
    stop,
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

  it('that ends because the program closes is not reported', () => {
    const { contents, requested, close } = failing();
    close();
    contents.emit('render-process-gone', ...removed('crashed'));
    contents.emit('unresponsive');
    expect(requested).toEqual([]);
  });
});

describe('the rest of the program', () => {
  it.each([
    [0, ['restart']],
    [1, []],
    [2, ['quit']],
  ])('reports a helper process that ended, with a way on: button %d', async (button, done) => {
    const { app, requested, did } = failing(button);
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 });
    await expect.poll(() => requested).toHaveLength(1);
    await expect.poll(() => did).toEqual(done);
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
