import { z } from 'zod';
import type { ChannelKind, ChannelSetup } from '#shared/contract/program/channels.ts';
import { channelSetupSchema } from '#shared/contract/program/channels.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

/** A channel as it is stored; its secret is in the keychain. Times in UTC ms. */
const storedChannel = z.object({
  setup: channelSetupSchema,
  /** Whether the user allowed outside the page that it is on this machine or a local network. */
  mayBeLocal: z.boolean(),
  /** When a test arrived; null before that, and nothing is sent by itself. */
  testedAt: z.number().nullable(),
});
export type StoredChannel = z.infer<typeof storedChannel>;

const PER_DAY = 'channels.per_day';
const DEFAULT_PER_DAY = 10;
const nameOf = (kind: ChannelKind): string => `channels.${kind}`;

/** The channels in the settings of this machine, which no backup carries. */
export const storedChannels = (settings: StoredSettings) => ({
  read: (kind: ChannelKind): StoredChannel | null => settings.read(nameOf(kind), storedChannel) ?? null,
  write: (kind: ChannelKind, channel: StoredChannel | null): void =>
    channel === null ? settings.remove(nameOf(kind)) : settings.write(nameOf(kind), channel),
  perDay: (): number => settings.read(PER_DAY, z.int().min(1).max(100)) ?? DEFAULT_PER_DAY,
  setPerDay: (perDay: number): void => settings.write(PER_DAY, perDay),
});
export type StoredChannels = ReturnType<typeof storedChannels>;

/**
 * The keychain's account for a channel's secret: bound to the exact address, so that a changed one finds no secret.
 */
export function secretAccount(setup: ChannelSetup): string {
  if (setup.kind === 'email') return `email smtp://${setup.host}:${setup.port} ${setup.user}`;
  return setup.kind === 'ntfy' ? `ntfy ${setup.server}` : `webhook ${setup.address}`;
}

/** Whether it needs a secret at all: a mail server without a user has no password. */
export const needsSecret = (setup: ChannelSetup): boolean => setup.kind !== 'email' || setup.user !== '';

const SECRETS: Readonly<Record<ChannelKind, { shape: RegExp; words: string }>> = {
  email: { shape: /^[^\p{C}]{1,1000}$/u, words: 'the password of the mail server, on one line' },
  ntfy: {
    shape: /^[-_A-Za-z0-9]{1,64}(?: [\x21-\x7e]{1,200})?$/u,
    words: 'the topic, and after a space its access token if it has one',
  },
  webhook: {
    shape: /^[\x21-\x7e]{16,500}$/u,
    words: 'a secret of at least 16 letters and digits without spaces',
  },
};

/** A secret as it was copied or typed; null where it cannot be one. */
export function readSecretOf(kind: ChannelKind, text: string): string | null {
  const secret = kind === 'email' ? text.replace(/\r?\n$/u, '') : text.trim();
  return SECRETS[kind].shape.test(secret) ? secret : null;
}

/** What the secret of a channel is, to ask for it. */
export const secretWords = (kind: ChannelKind): string => SECRETS[kind].words;
