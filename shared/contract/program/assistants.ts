import { z } from 'zod';
import { request } from '../define.ts';

/** One way to configure an assistant's program for Milepost: a text to copy, and where it belongs. */
const configurationSchema = z.object({
  client: z.string(),
  /** What to do with the text, in a sentence. */
  words: z.string(),
  text: z.string(),
});

const accessSchema = z.object({
  on: z.boolean(),
  /** UTC ms; null where it is off. */
  since: z.number().nullable(),
  configurations: z.array(configurationSchema),
});
export type AssistantAccess = z.infer<typeof accessSchema>;

/** A client that connected, under its own name. Times in UTC ms. */
const connectionSchema = z.object({
  connectionId: z.string(),
  name: z.string(),
  version: z.string(),
  /** The protocol version that it uses, or '' where it stated none. */
  protocol: z.string(),
  connectedAt: z.number(),
  lastAt: z.number(),
  reads: z.number(),
});
export type AssistantConnection = z.infer<typeof connectionSchema>;

/** One request of an assistant to Milepost. */
const readSchema = z.object({
  readId: z.string(),
  connectionId: z.string(),
  client: z.string(),
  at: z.number(),
  tool: z.string(),
  /** What it requested, as JSON; truncated where long. */
  input: z.string(),
  /** How many rows it received; null where it was refused. */
  rows: z.number().nullable(),
  bytes: z.number(),
});
export type AssistantRead = z.infer<typeof readSchema>;

/** A search that an assistant proposed. Nothing was bought, quoted or approved for it. */
const proposalSchema = z.object({
  proposalId: z.string(),
  /** UTC ms. */
  at: z.number(),
  client: z.string(),
  title: z.string(),
  /** The assistant's reason; '' where it gave none. */
  reason: z.string(),
  /** A request of §2.1, to be filled into the form. */
  request: z.record(z.string(), z.unknown()),
});
export type SearchProposal = z.infer<typeof proposalSchema>;

/** A note of the user's: on a record, on a trip, or an item of a trip's board. */
const noteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('record'), versionId: z.int() }),
  z.object({ kind: z.literal('trip'), tripId: z.string() }),
  z.object({ kind: z.literal('item'), itemId: z.string() }),
]);
export type UserNote = z.infer<typeof noteSchema>;

/** What the user's assistant may read, and what it did. */
export const assistantRequests = {
  access: request(z.undefined(), accessSchema),
  /** Confirmed outside the page; fails with `not_confirmed` or `confirmation_unavailable`. */
  turnOn: request(z.undefined(), accessSchema),
  /** Ends every connection at once. */
  turnOff: request(z.undefined(), accessSchema),
  /** The newest connections first. */
  connections: request(z.undefined(), z.array(connectionSchema)),
  /** What was requested, newest first. */
  reads: request(
    z.object({ limit: z.int().min(1).max(500), before: z.int().optional() }),
    z.object({ rows: z.array(readSchema), hasMore: z.boolean() }),
  ),
  /** Proposals that wait for the user, newest first. */
  proposals: request(z.undefined(), z.array(proposalSchema)),
  /** Removes a proposal from the list: it was filled into the form, or the user does not want it. Buys nothing. */
  settleProposal: request(
    z.object({ proposalId: z.string(), as: z.enum(['filled', 'dismissed']) }),
    z.undefined(),
  ),
  /** Which of these notes the user marked private: an assistant learns that a note exists, never its text. */
  privateNotes: request(z.object({ notes: z.array(noteSchema).max(1000) }), z.array(noteSchema)),
  setPrivate: request(z.object({ note: noteSchema, private: z.boolean() }), z.undefined()),
};
