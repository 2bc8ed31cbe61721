import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CancellationToken } from 'electron-updater';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heldBy } from '../../test/support/time-budget.ts';
import { boundChannel, type ChannelRequests } from './channel-bounds.ts';

/** electron-updater's own way to send, over Node's requests in place of Electron's. */
class Requests extends ElectronHttpExecutor {
  override createRequest(options: object, callback: (response: never) => void): never {
    return request(options, callback as never) as never;
  }
}

const ENTRY =
  '<entry><link href="https://github.com/a/b/releases/tag/v9.9.9"/><title>a</title><content>b</content></entry>';
const DESCRIPTION = 'version: 9.9.9\nfiles:\n  - url: a.AppImage\n    sha512: b\nsignature: c\n';
let answers: Partial<Record<'feed' | 'tag' | 'description', [piece: string, bytes: number]>> = {};
let sent = 0;
const server = createServer((incoming, response) => {
  const { url = '' } = incoming;
  const [genuine, hostile] = url.endsWith('.atom')
    ? [`<feed>${ENTRY}</feed>`, answers.feed]
    : url.endsWith('.yml')
      ? [DESCRIPTION, answers.description]
      : ['{"tag_name":"v9.9.9"}', answers.tag];
  if (hostile === undefined) return response.end(genuine);
  const [piece, bytes] = hostile;
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  let left = bytes;
  const send = () => {
    while (left > 0) {
      const next = block.subarray(0, left);
      left -= next.length;
      sent += next.length;
      if (!response.write(next)) return void response.once('drain', send);
    }
    response.end();
  };
  send();
});

let check: () => Promise<unknown>;
beforeEach(async () => {
  answers = {};
  sent = 0;
  vi.stubEnv('APPIMAGE', '/a.AppImage');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = {
    ...{ version: '1.0.0', name: 'a', isPackaged: true, appUpdateConfigPath: '/none', userDataPath: '/none' },
    ...{ baseCachePath: '/none', whenReady: async () => {}, onQuit: () => {} },
  };
  const updater = new AppImageUpdater(null, app);
  Object.assign(updater, { logger: null, autoDownload: false, httpExecutor: new Requests() });
  updater.on('error', () => {});
  boundChannel(
    Reflect.get(updater, 'httpExecutor') as ChannelRequests<CancellationToken>,
    () => new CancellationToken(),
  );
  updater.setFeedURL({ provider: 'github', owner: 'a', repo: 'b', host, protocol: 'http' });
  check = async () => (await updater.checkForUpdates())?.updateInfo;
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

it('a channel that says what it should is read', async () => {
  expect(await check()).toMatchObject({ version: '9.9.9', signature: 'c' });
});

const DESCRIBED = ['? ', '- ', '[', '{a: ', '&a ', '*a ,', '<<: ', '1,', '"\\', '| \n', 'a: 1\n', '# '];
const FED = ['<a>', '<a b="', '&amp;', '<!--', '<![CDATA[', '/tag/', ENTRY];
it.each([
  ...DESCRIBED.map((piece) => ['description', piece] as const),
  ...FED.map((piece) => ['feed', piece] as const),
  ...['[', '{"a":', '1', '"a":1,'].map((piece) => ['tag', piece] as const),
])('a channel whose %s repeats %j, as often as is read, holds nothing', async (part, piece) => {
  answers = { [part]: [piece, part === 'description' ? 16_000 : 250_000] };
  expect(await heldBy(() => check().catch((error: unknown) => error), { alone: true })).toBeNull();
});

it.each(['feed', 'tag', 'description'] as const)(
  'a channel whose %s has no end is given up',
  async (part) => {
    answers = { [part]: [' ', 100e6] };
    let failure: unknown;
    expect(
      await heldBy(
        async () => {
          failure = await check().catch((error: unknown) => error);
        },
        { alone: true },
      ),
    ).toBeNull();
    expect(failure).toBeInstanceOf(Error);
    // What was under way by then is some buffers long.
    expect(sent).toBeLessThan(10e6);
  },
);

it('a description that merges without end costs no more than it is long', async () => {
  const keys = Array.from({ length: 300 }, (_, at) => `k${at}: 1, `).join('');
  const merging = `version: 9.9.9\na: &a {${keys}}\nb:\n  <<: [${'*a,'.repeat(4_000)}]\n`;
  answers = { description: [merging, merging.length] };
  expect(await heldBy(() => check().catch((error: unknown) => error), { alone: true })).toBeNull();
});
