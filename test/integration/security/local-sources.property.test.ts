/** Whatever a page or a backup sends, as large as it may be: it leaves the main process time for its page. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import { SENT_PIECE } from '#shared/contract/program/backup.ts';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { sendByMail } from '../../../electron/channels/email.ts';
import { type BrowserHost, startBrowserHost } from '../../../electron/hosts/browser-host.ts';
import { openProduct, type Product } from '../../support/product.ts';
import { heldBy } from '../../support/time-budget.ts';
import { backUp } from '../backup/backed-up.ts';
import { inputOf as validInput } from '../electron/contract-inputs.ts';
import { pieces, repeated } from './hostile-pieces.ts';

let product: Product;
let host: BrowserHost;
beforeAll(async () => {
  product = await openProduct({ marketplace: 'http://127.0.0.1:9', checkOutput: false });
  host = await startBrowserHost({
    rendererRoot: '/',
    opening: () => ({ theme: 'system', formats: {}, landing: '/' }),
    port: 0,
    served: async () => product,
    checkOutput: false,
    report: (where) => expect.unreachable(where),
  });
});
afterAll(async () => {
  await host.close();
  await product.close();
});

async function post(path: string, body: string): Promise<string> {
  const { origin, hash } = new URL(host.url);
  const headers = { 'content-type': 'application/json', [SECRET_HEADER]: hash.slice(1) };
  return (await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body })).text();
}

/** All requests but those that end what they are sent to, or wait for a service that is not there. */
const PATHS = Object.entries(requests)
  .filter(([group]) => !['updates', 'windows', 'backup', 'restore', 'oauth', 'mcp'].includes(group))
  .flatMap(([group, names]) => Object.keys(names).map((name) => `${group}/${name}`));

const filled = (text: string, bytes: number): string => repeated(text, bytes).toString();

/** As large as a request may be, and as many values as it may have. */
const large = fc
  .record({
    text: pieces(),
    around: fc.constantFrom(['"', '"'], ['[', '0]'], ['{', '"z":0}'], ['[[', '0]]'], ['', '']),
    bytes: fc.constantFrom(1_000_000, 400_000, 150_000),
  })
  .map(({ text, around: [before = '', after = ''], bytes }) => `${before}${filled(text, bytes)}${after}`);

/** A valid input of a request in which one value is another text. */
const inputOf = (path: string, text: string, at: number): string => {
  const [group = '', name = ''] = path.split('/');
  const written = JSON.stringify(validInput(group, name)) ?? '{}';
  const places = [...written.matchAll(/(?<=:)(?:"[^"]*"|\d+|\[[^\]]*\]|null|true|false)/gu)];
  const place = places[at % (places.length + 1)];
  if (place === undefined) return text;
  return written.slice(0, place.index) + text + written.slice(place.index + place[0].length);
};

describe('a page', () => {
  it('that sends as much as it may leaves the main process time', async () => {
    for (const path of PATHS) await post(path, '{"input":{}}');
    await provesInTime(
      0.9,
      [fc.constantFrom(...PATHS), large, fc.nat(5)],
      async (path, text, at) => {
        const body = `{"input":${inputOf(path, text, at)}}`;
        let answer = '';
        const held = await heldBy(async () => {
          answer = await post(path, body);
        });
        expect(answer).not.toContain('"internal"');
        expect(held, path).toBeNull();
        return body.length > 100_000;
      },
      { numRuns: propertyRuns(60, 1_500), endOnFailure: true },
    );
  }, 600_000);

  it.runIf(process.platform === 'linux')(
    'that begins one backup after another has one process at a time, and holds nothing',
    async () => {
      const children = () =>
        readdirSync('/proc/self/task')
          .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
          .filter(Boolean).length;
      const before = children();
      let most = 0;
      const counting = setInterval(() => {
        most = Math.max(most, children() - before);
      }, 5);
      const held = await heldBy(async () => {
        await Promise.all(Array.from({ length: 40 }, () => post('backup/begin', '{}')));
      });
      clearInterval(counting);
      expect(held).toBeNull();
      // What was ended is still seen for a moment.
      expect(most).toBeLessThan(4);
    },
  );

  it('that loads a file of facts as large as it may be leaves the main process time', async () => {
    const piece = fc.constantFrom<string>(
      '[],',
      '{},',
      '"a":1,',
      '"a" : {},',
      '{"source":"a"},',
      '{"code":"AA","name":"a"},',
      ' ',
      '1,',
    );
    const shape = fc.constantFrom<string[]>(
      ['{"pack":"airlines","lines":[', '0]}'],
      ['{"pack":"airlines","sources":{', '"z":0}}'],
      ['{"pack":"places",', '"z":0}'],
      ['{"pack":"transfers","lines":[[', '0]]}'],
    );
    await provesInTime(
      0.9,
      [piece, shape],
      async (one: string, [before = '', after = '']: string[]) => {
        const count = Math.floor(990_000 / (one.length + 6));
        const text =
          before + Array.from({ length: count }, (_, n) => one.replace('"a"', `"a${n}"`)).join('') + after;
        const held = await heldBy(async () => {
          const failure = await Promise.resolve(product.handlers.facts.preview({ text })).catch(
            (error: unknown) => error,
          );
          expect(failure).toBeInstanceOf(ContractFailure);
        });
        expect(held, text.slice(0, 60)).toBeNull();
        return text.length > 100_000;
      },
      {
        numRuns: propertyRuns(10, 100),
        endOnFailure: true,
        examples: [[['"a":1,', ['{"pack":"airlines","sources":{', '"z":0}}']] as [string, string[]]]],
      },
    );
  }, 300_000);

  it('that saves as many and as long views as it may leaves the main process time to list them', async () => {
    const save = (name: string, bytes: number) =>
      post(
        'views/save',
        JSON.stringify({ input: { name, path: `/?request=${'1'.repeat(bytes)}`, pinned: false } }),
      );
    expect(await save('large', 900_000)).toContain('invalid_input');
    let refused = '';
    for (let count = 0; count < 260 && !refused.includes('"ok":false'); count++)
      refused = await save(`${count}`, 7_900);
    expect(refused).toContain('too_many');
    const held = await heldBy(() => post('views/list', '{}'));
    expect(held).toBeNull();
  }, 300_000);

  /** Members that take whatever JSON there is, and are walked through by recursion: by JSON, by SQLite's thread, by a clone. */
  it.each([
    ['catalogue/checkInput', 'input'],
    ['awards/preview', 'input'],
    ['results/records', 'filter'],
  ])('that nests %s deeper than is read is refused in words', async (path, member) => {
    const [group = '', name = ''] = path.split('/');
    const valid = validInput(group, name);
    for (const [open, close, levels] of [
      // No more values than the browser host reads: more are refused before they are parsed.
      ['[', ']', 49_000],
      ['{"a":', '}', 49_000],
      ['[{"a":', '}]', 24_000],
    ] as const) {
      const deep = `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`;
      const written = JSON.stringify({ ...(valid as object), [member]: 'DEEP' }).replace('"DEEP"', deep);
      const answer = JSON.parse(await post(path, `{"input":${written}}`));
      expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid_input' } });
      expect(answer.failure.message).toContain('levels');
    }
  });
});

describe('a mail server', () => {
  it('that says as much as it may, at any time, leaves the main process time', async () => {
    const server = fork(join(import.meta.dirname, 'talking-mail-server.ts'), { execArgv: [] });
    const [port] = (await once(server, 'message')) as [number];
    const place = {
      host: '127.0.0.1',
      port,
      user: '',
      from: 'a@a.example',
      to: 'b@b.example',
      mayBeLocal: true,
    };
    const message = { id: 'a', at: 0, isTest: true, title: 'a', text: 'a', events: [] };
    const said = fc.constantFrom<string>(
      '\n',
      '250\n',
      '250 a\r\n',
      '250-a\r\n',
      '220 ',
      ' ',
      '5',
      '\r',
      '\0',
    );
    let recorded = 0;
    const record = () => {
      recorded += 1;
    };
    const send = sendByMail({ clock: Date.now, record }, place, '');
    await provesInTime(
      1,
      [said, fc.constantFrom<string>('greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA')],
      async (repeated, at) => {
        server.send({ repeated, at });
        const held = await heldBy(() => send(message, new AbortController().signal), { alone: true });
        expect(held).toBeNull();
        return recorded > 0;
      },
      { numRuns: propertyRuns(12, 100), endOnFailure: true, examples: [[['\n', 'greeting']]] },
    );
    server.kill('SIGKILL');
  }, 600_000);
});

describe('a backup', () => {
  it('as large as one may be leaves the main process time', async () => {
    const genuine = await backUp(product);
    const file = fc
      .record({
        text: pieces(),
        bytes: fc.constantFrom(20_000_000, 3_000_000),
        keeps: fc.constantFrom(0, 16, 100, 4_096, genuine.length),
      })
      .map(({ text, bytes, keeps }) =>
        Buffer.concat([genuine.subarray(0, keeps), Buffer.alloc(bytes, text)]),
      );
    const { restore } = product.handlers;
    await provesInTime(
      1,
      [file],
      async (bytes) => {
        const pieces: string[] = [];
        for (let offset = 0; offset < bytes.length; offset += SENT_PIECE)
          pieces.push(bytes.subarray(offset, offset + SENT_PIECE).toString('base64'));
        let failure: unknown;
        const held = await heldBy(async () => {
          const { restoreId } = await restore.begin({ bytes: bytes.length });
          for (const [index, data] of pieces.entries()) {
            await restore.send({ restoreId, offset: index * SENT_PIECE, data });
            await nextTurn();
          }
          failure = await Promise.resolve(restore.check({ restoreId })).catch((error: unknown) => error);
          await restore.cancel({ restoreId });
        });
        expect(failure).toBeInstanceOf(ContractFailure);
        expect(held).toBeNull();
        return true;
      },
      { numRuns: propertyRuns(3, 40), endOnFailure: true },
    );
  }, 600_000);
});
