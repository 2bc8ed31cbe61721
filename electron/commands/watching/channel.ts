/**
 * `npm run channel`: sets up where Milepost tells of award space, and tests it, for machines without the desktop's
 * clipboard. The secret is read from standard input.
 */
import '../../hosts/untrusted-environment.ts';
import { createChannels } from '../../channels/channels.ts';
import { storedChannels } from '../../channels/stored-channels.ts';
import { systemKeychain } from '../../key/keychain.ts';
import { SYSTEM_TIMING } from '../../marketplace/waits/timing.ts';
import type { Storage } from '../../storage/open.ts';
import { isConfirmed, runCommand, withStorage } from '../in-terminal.ts';
import { readSecret } from '../secret-input.ts';
import { type ChannelArguments, readChannelArguments } from '../terminal-arguments.ts';
import { openNetwork } from '../terminal-network.ts';

async function run(storage: Storage, { setup, yes }: ChannelArguments): Promise<number> {
  const confirm = (question: Parameters<typeof isConfirmed>[0]) => isConfirmed(question, yes);
  const { settings, close, ...network } = openNetwork(storage, [], confirm);
  const channels = createChannels({
    ...network,
    storage,
    publish: () => {},
    clock: Date.now,
    timing: SYSTEM_TIMING,
    after: () => () => {},
    stored: storedChannels(settings),
    secrets: systemKeychain(),
    confirm,
    clipboard: {
      read: async () => readSecret(process.stdin, (words) => process.stderr.write(words)),
      clear: async () => {},
    },
    command: null,
    noticed: () => [],
    isReading: () => false,
    notify: null,
  });
  try {
    await channels.handlers.setUp(setup);
    await channels.handlers.test({ kind: setup.kind });
    process.stdout.write('The test was sent, and the channel is on.\n');
    return 0;
  } finally {
    await channels.close();
    close();
  }
}

await runCommand(readChannelArguments(process.argv.slice(2)), (args) =>
  withStorage(args.dataDir, (storage) => run(storage, args)),
);
