/**
 * `npm run channel`: sets up where Milepost tells of award space, and tests it, for machines without the desktop's
 * clipboard. The secret is read from standard input.
 */
import '../../hosts/untrusted-environment.ts';
import { join } from 'node:path';
import { ContractFailure } from '#shared/contract/failure.ts';
import { createActivity } from '../../activity/activity.ts';
import { plainQuestion } from '../../app/plain-question.ts';
import { createChannels } from '../../channels/channels.ts';
import { storedChannels } from '../../channels/stored-channels.ts';
import { systemKeychain } from '../../key/keychain.ts';
import { createReach } from '../../marketplace/http/reach.ts';
import { createNodeFetch } from '../../marketplace/sockets/node-fetch.ts';
import { environmentProxy } from '../../marketplace/sockets/proxies.ts';
import { createOriginBudgets } from '../../marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../marketplace/waits/timing.ts';
import { storedWaits } from '../../marketplace/waits/wait-store.ts';
import { ALLOWED_ORIGINS, allowedOriginsSchema } from '../../settings/stored-address.ts';
import { openStorage } from '../../storage/open.ts';
import { writePrivately } from '../../storage/private-files.ts';
import { storedSettings } from '../../storage/stored-settings.ts';
import { askYes } from '../confirm-in-terminal.ts';
import { readSecret } from '../secret-input.ts';
import { type ChannelArguments, readChannelArguments } from './channel-arguments.ts';

const say = (words: string) => process.stderr.write(`${words}\n`);

writePrivately();

const WRONG_ARGUMENTS = 2;
const DID_NOT_WORK = 1;

async function run({ setup, dataDir, yes }: ChannelArguments): Promise<number> {
  const opened = openStorage(join(dataDir, 'milepost.sqlite'));
  if (!opened.ok) {
    say(opened.problem.words);
    return DID_NOT_WORK;
  }
  const { storage } = opened;
  const settings = storedSettings(storage.db);
  const budgets = createOriginBudgets(SYSTEM_TIMING, storedWaits(storage.db));
  const activity = createActivity({ storage, publish: () => {} });
  const confirm = async (question: Parameters<typeof plainQuestion>[0]) => {
    const plain = plainQuestion(question);
    if (!yes && process.stdin.isTTY) return askYes({ input: process.stdin, output: process.stderr }, plain);
    say(`${plain.words}\n${plain.detail}`);
    if (!yes) say('Add --yes to allow it, or run this in a terminal that can ask.');
    return yes;
  };
  const reach = createReach({
    fetch: createNodeFetch({ proxyFor: environmentProxy(process.env) }),
    own: () => [],
    allowed: {
      read: () => settings.read(ALLOWED_ORIGINS, allowedOriginsSchema) ?? [],
      write: (origins) => settings.write(ALLOWED_ORIGINS, origins),
    },
    confirm,
  });
  const channels = createChannels({
    storage,
    publish: () => {},
    clock: Date.now,
    timing: SYSTEM_TIMING,
    budgets,
    fetch: reach.fetch,
    record: activity.record,
    after: () => () => {},
    stored: storedChannels(settings),
    secrets: systemKeychain(),
    mayReach: reach.ask,
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
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    say(error.failure.message);
    return DID_NOT_WORK;
  } finally {
    await channels.close();
    budgets.close();
    activity.close();
    storage.close();
  }
}

const read = readChannelArguments(process.argv.slice(2));
if (read.ok) process.exitCode = await run(read.read);
else {
  say(read.words);
  process.exitCode = WRONG_ARGUMENTS;
}
