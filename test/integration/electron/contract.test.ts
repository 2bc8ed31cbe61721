import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import { channelOf, everyRequest, LISTENING_CHANNEL } from '../../../electron/hosts/channels.ts';
import { OWN_FRAME } from './built-program.ts';
import { inputOf } from './contract-inputs.ts';
import { invoke, open, quitAfterEach } from './opened-program.ts';

quitAfterEach();

describe('the contract over Electron', () => {
  it('has one channel for each request, one to report that the page listens, and no other', async () => {
    const program = await open();
    expect(program.channels().sort()).toEqual(
      [LISTENING_CHANNEL, ...everyRequest.map(({ group, name }) => channelOf(group, name))].sort(),
    );
  });

  it('crosses preload and main process unchanged: each request is answered as the contract states, or refused with the reason', async () => {
    const program = await open();
    const messages: Record<string, string> = {};
    for (const { group, name } of everyRequest) {
      try {
        const value = await invoke(program, group, name, inputOf(group, name));
        const { output } =
          (requests as Record<string, Record<string, { output: { parse(value: unknown): unknown } }>>)[
            group
          ]?.[name] ?? {};
        output?.parse(value);
        messages[`${group}.${name}`] = 'answered';
      } catch (error) {
        if (!(error instanceof ContractFailure)) throw new Error(`${group}.${name}`, { cause: error });
        expect(error.failure.message, `${group}.${name}`).not.toBe('');
        messages[`${group}.${name}`] = error.failure.code;
      }
    }
    const wrong = ['internal', 'invalid_input', 'invalid_output', 'unknown_request', 'wrong_place'];
    expect(Object.entries(messages).filter(([, code]) => wrong.includes(code))).toEqual([]);
    expect(Object.values(messages).filter((code) => code === 'answered').length).toBeGreaterThan(25);
  });

  it('refuses every request of a frame that is not the top one of its own page', async () => {
    const program = await open();
    const frames = [
      { url: 'https://evil.example/', parent: null },
      { url: 'app://other/', parent: null },
      { url: 'about:blank', parent: null },
      { url: 'http://app//milepost/', parent: null },
      { url: OWN_FRAME.url, parent: {} },
    ];
    for (const { group, name } of everyRequest)
      for (const frame of frames)
        expect(await program.invoke(1, channelOf(group, name), undefined, frame)).toMatchObject({
          ok: false,
          failure: { code: 'wrong_place' },
        });
  });

  it('has a preload that names no channel of its own and exposes nothing of Electron', async () => {
    const { connection } = await open();
    expect(Object.keys(connection).sort()).toEqual(['call', 'listen']);
    for (const [group, name] of [
      ['about', 'write'],
      ['__proto__', 'toString'],
      ['milepost:about', 'read'],
      ['event', ''],
    ] as const)
      expect(await connection.call(group, name, undefined)).toMatchObject({
        ok: false,
        failure: { code: 'unknown_request' },
      });
  });

  it('sends the page events until it stops listening', async () => {
    const program = await open();
    const heard: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const stop = program.connection.listen((name, payload) => {
      heard.push([name, payload]);
      first.resolve();
    });
    const limits = inputOf('settings', 'setLimits');
    await invoke(program, 'settings', 'setLimits', limits);
    await first.promise;
    expect(heard[0]).toEqual(['changed', expect.objectContaining({ topics: expect.any(Array) })]);
    stop();
    const before = heard.length;
    await invoke(program, 'settings', 'setLimits', limits);
    expect(heard).toHaveLength(before);
  });

  it('takes the key from the clipboard without it ever crossing', async () => {
    const program = await open(['--marketplace', 'http://127.0.0.1:9']);
    program.receive({ kind: 'clipboard', text: 'aek_live_1' });
    program.user.button = 1;
    const status = await invoke(program, 'key', 'storeFromClipboard');
    expect(program.clipboardText()).toBe('');
    expect(JSON.stringify([status, await invoke(program, 'status', 'read')])).not.toContain('aek_live_1');
    await invoke(program, 'key', 'forget').catch((error: unknown) =>
      expect(error).toBeInstanceOf(ContractFailure),
    );
    const files = ['milepost.sqlite', 'milepost.sqlite-wal']
      .map((file) => join(program.dataDir, file))
      .filter((path) => existsSync(path));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => readFileSync(path).includes('aek_live_1'))).toEqual([]);
  });
});
