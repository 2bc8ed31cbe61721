import { z } from 'zod';
import { request } from '../define.ts';

/** The channels beside the system's notifications. */
export const CHANNELS = ['email', 'ntfy', 'webhook'] as const;
export type ChannelKind = (typeof CHANNELS)[number];

const host = z.string().regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:]{2,45})$/iu);
const mailbox = z
  .string()
  .max(320)
  .regex(/^[^\s<>@,;:"\\()[\]\p{C}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/iu);

/** What a channel is set up with; its secret comes from the clipboard or a terminal, never from the page. */
export const channelSetupSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('email'),
    host,
    port: z.int().min(1).max(65_535),
    /** '' where the server needs none, and then there is no password. */
    user: z
      .string()
      .max(320)
      .regex(/^\P{C}*$/u),
    from: mailbox,
    to: mailbox,
  }),
  /** `server`: its address. The topic is a secret: whoever knows it reads along. */
  z.object({ kind: z.literal('ntfy'), server: z.string().max(2000) }),
  z.object({ kind: z.literal('webhook'), address: z.string().max(2000) }),
]);
export type ChannelSetup = z.infer<typeof channelSetupSchema>;

const channelSchema = z.object({
  kind: z.enum(CHANNELS),
  /** `untested`: set up, and nothing is sent by itself until a test arrived. */
  state: z.enum(['off', 'untested', 'on']),
  /** Where it goes, as far as that is no secret: a page must not learn the topic or the path. Null if off. */
  to: z.string().nullable(),
  /** Events that wait, that may not have arrived, and that were given up. */
  waiting: z.number(),
  unclear: z.number(),
  givenUp: z.number(),
  /** Why the last message did not go out; null once one did. */
  trouble: z.object({ at: z.number(), words: z.string() }).nullable(),
  /** Messages today. */
  today: z.number(),
});
export type Channel = z.infer<typeof channelSchema>;

const channelsSchema = z.object({
  channels: z.array(channelSchema),
  /** The most messages a day on each. */
  perDay: z.number(),
  /** What a message reads like, and the body of a webhook: exactly what would be sent. */
  example: z.object({ title: z.string(), text: z.string(), json: z.string() }),
  /** Whether a secret can be taken from the clipboard here; otherwise the command with which a terminal takes it. */
  clipboard: z.boolean(),
  command: z.string().nullable(),
});
export type Channels = z.infer<typeof channelsSchema>;

const one = z.object({ kind: z.enum(CHANNELS) });

export const channelRequests = {
  read: request(z.undefined(), channelsSchema),
  /**
   * Sets a channel up with the secret on the clipboard, which is cleared; the user confirms the address and what is sent
   * there outside the page. Fails with `not_confirmed`, `confirmation_unavailable`, `invalid_input`, `no_clipboard` or
   * `no_secret`.
   */
  setUp: request(channelSetupSchema, channelsSchema),
  /** Sends a test, which turns the channel on when it arrives. Counts as a message of the day. Fails with `not_sent`, `too_many`. */
  test: request(one, channelsSchema),
  /** Removes a channel with its secret; nothing more is sent there. */
  remove: request(one, channelsSchema),
  /** Sets how many messages a day go to each channel; more than before is confirmed outside the page. */
  setPerDay: request(z.object({ perDay: z.int().min(1).max(100) }), channelsSchema),
};
