import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { fail } from '#shared/contract/failure.ts';
import type { ChannelSetup } from '#shared/contract/program/channels.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';
import type { Reach } from '../marketplace/http/reach.ts';
import { isLocalAddress } from '../marketplace/sockets/local-address.ts';
import {
  needsSecret,
  readSecretOf,
  type StoredChannels,
  secretAccount,
  secretWords,
} from './stored-channels.ts';

/** The keychain, with one secret for each account. */
type Secrets = {
  store(account: string, secret: string): Promise<{ ok: true } | { ok: false; words: string }>;
  read(account: string): Promise<string | null>;
  forget(account: string): Promise<unknown>;
};

/** A question to the user outside the page. */
type ChannelQuestion = { title: string; words: string | string[]; detail: string; instead?: string };

export type SettingUpDeps = {
  stored: StoredChannels;
  secrets: Secrets;
  /** Asks whether an address on this machine, in a local network or without encryption may be used; false if not. */
  mayReach: Reach['ask'];
  confirm: (question: ChannelQuestion) => Promise<boolean>;
};

type SettingUp = SettingUpDeps & {
  /** A message as it would be sent: the user has seen one before the first goes out. */
  example: () => string;
};

/** What goes to a channel and what never does; said before anything is sent. */
const WHAT_IS_SENT =
  'Sent are places, dates, cabins, seats, miles and programmes of award space that your rules match, the name of the search, and whether you can pay it; the name of a trip whose price you watch, and its miles; and that a charge is not what you approved, without the amount. Never sent are keys, balances and notes.';

const NAMES = { email: 'e-mail', ntfy: 'ntfy', webhook: 'a webhook' } as const;

/** The address that the user confirms, in full. */
function placeOf(setup: ChannelSetup): string {
  if (setup.kind === 'email') return `${setup.to}, by the mail server ${setup.host}:${setup.port}`;
  return setup.kind === 'ntfy' ? `the ntfy server ${setup.server}` : setup.address;
}

/** The setup with its address in the one form in which it is stored; fails with `invalid_input`. */
function normalised(setup: ChannelSetup): ChannelSetup {
  if (setup.kind === 'email') return setup;
  const name = setup.kind === 'ntfy' ? 'server' : 'address';
  const read = readAddress(setup.kind === 'ntfy' ? setup.server : setup.address);
  if (!read.ok) return fail('invalid_input', read.why, { fields: { [name]: read.why } });
  return setup.kind === 'ntfy' ? { ...setup, server: read.base.href } : { ...setup, address: read.base.href };
}

const isLocalServer = async (host: string): Promise<boolean> => {
  if (isIP(host) !== 0) return isLocalAddress(host);
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isLocalAddress(address));
};

/**
 * Sets up a channel after the user has confirmed its address, and what goes there, outside the page. Nothing is sent by
 * itself until a test has arrived.
 * @param readSecret called after the confirmation; returns what was copied or typed
 */
export async function setUpChannel(
  { stored, secrets, mayReach, confirm, example }: SettingUp,
  requested: ChannelSetup,
  readSecret: () => Promise<string>,
): Promise<void> {
  const setup = normalised(requested);
  const { kind } = setup;
  const mayBeLocal = setup.kind === 'email' && (await isLocalServer(setup.host));
  if (setup.kind !== 'email') {
    const url = new URL(setup.kind === 'ntfy' ? setup.server : setup.address);
    if (!(await mayReach(url))) fail('not_confirmed', 'You did not allow this address. Nothing was set up.');
  }
  const confirmed = await confirm({
    title: `Send what you watch by ${NAMES[kind]}?`,
    words: [
      `Milepost would tell of award space to ${placeOf(setup)}`,
      `For example: ${example()}`,
      ...(mayBeLocal ? ['That server is on this machine or your own network.'] : []),
      ...(needsSecret(setup) ? [`What you copied last would be stored as ${secretWords(kind)}.`] : []),
    ],
    detail: `${WHAT_IS_SENT} Allow it only if this address is yours.`,
    instead: 'Or set it up from a terminal: npm run channel',
  });
  if (!confirmed) fail('not_confirmed', 'You did not allow it. Nothing was set up.');
  if (needsSecret(setup)) {
    const secret =
      readSecretOf(kind, await readSecret()) ??
      fail('no_secret', `What was given is not ${secretWords(kind)}. Nothing was set up.`);
    const done = await secrets.store(secretAccount(setup), secret);
    if (!done.ok) fail('no_keychain', `${done.words} Nothing was set up.`);
  }
  const before = stored.read(kind);
  stored.write(kind, { setup, mayBeLocal, testedAt: null });
  if (before !== null && secretAccount(before.setup) !== secretAccount(setup))
    await secrets.forget(secretAccount(before.setup));
}
