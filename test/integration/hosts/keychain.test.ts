import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingForKeychain as missing, UNLOCKED } from '../../support/keychain-session.ts';
import { startHttpReceiver } from '../../support/receivers.ts';
import { inSession, root } from './command.ts';

const probe = join(import.meta.dirname, 'keychain-probe.ts');

const required = (process.env.MILEPOST_TESTS_REQUIRE ?? '').split(',').includes('keychain');
const words = `the real keychain is not tested here: ${missing.join(' and ')} missing`;
if (missing.length > 0 && !required) console.log(`skipped: ${words}`);

const node = (file: string) => `'${process.execPath}' '${file}'`;
const lastLine = (text: string): unknown => JSON.parse(text.split('\n').at(-1) ?? '');

describe('the keychain of the system', () => {
  it.runIf(missing.length > 0 && required)('is required by MILEPOST_TESTS_REQUIRE', () => {
    expect.fail(words);
  });

  it.skipIf(missing.length > 0)('stores, reads and forgets a key for each exact origin', async () => {
    expect(lastLine(await inSession([UNLOCKED, node(probe)], { bus: true }))).toEqual({
      works: { works: true, words: 'The keychain of this machine works.' },
      before: null,
      stored: { ok: true },
      read: 'aek_probe',
      otherPort: null,
      replaced: 'aek_second',
      forgotten: { ok: true },
      after: null,
      forgottenAgain: { ok: true },
    });
  });

  it.skipIf(missing.length > 0)(
    'is filled, read and emptied from a terminal, and no file holds the key',
    async () => {
      const key = `${node(join(root, 'out/main/key.js'))} --marketplace https://market.example/base --data-dir data`;
      const words = await inSession(
        [
          UNLOCKED,
          `${key} status`,
          `printf 'aek_from_a_pipe\\n' | ${key} set`,
          `${key} status`,
          `${key} forget`,
          `${key} status`,
          'grep -rlq aek_from_a_pipe data && echo FOUND || echo clean',
        ],
        { bus: true },
      );
      expect(words.split('\n')).toEqual([
        'No key is stored for https://market.example.',
        'The key for https://market.example is stored in this machine’s keychain.',
        'A key is stored for https://market.example.',
        'There is no key for https://market.example in this machine’s keychain any more.',
        'No key is stored for https://market.example.',
        'clean',
      ]);
    },
  );

  it.skipIf(missing.length > 0)(
    'holds the secret of a channel that is set up from a terminal, with a test that arrives, and no file does',
    async () => {
      const receiver = await startHttpReceiver();
      const channel = `${node(join(root, 'out/main/channel.js'))} webhook --address ${receiver.url}/notices --data-dir data`;
      const secret = 'aSecretThatSignsWhatIsSent0';
      const words = await inSession(
        [
          UNLOCKED,
          `printf '${secret}\\n' | ${channel} 2>&1 | grep -o 'Add --yes to allow it'`,
          `printf '${secret}\\n' | ${channel} --yes`,
          `grep -rlq '${secret}' data && echo FOUND || echo clean`,
        ],
        { bus: true },
      );
      expect(words.split('\n')).toEqual([
        'Add --yes to allow it',
        'The test was sent, and the channel is on.',
        'clean',
      ]);
      expect(receiver.received).toHaveLength(1);
      await receiver.close();
    },
  );

  it.skipIf(process.platform !== 'linux')('is reported as missing without a session', async () => {
    const words = 'There is no keychain on this machine that Milepost can use.';
    const unread = { name: 'UnreadKeychain', words };
    expect(lastLine(await inSession([node(probe)], { bus: false }))).toEqual({
      works: { works: false, words },
      before: unread,
      stored: { ok: false, words },
      read: unread,
      otherPort: unread,
      replaced: unread,
      forgotten: { ok: false, words },
      after: unread,
      forgottenAgain: { ok: false, words },
    });
  });
});
