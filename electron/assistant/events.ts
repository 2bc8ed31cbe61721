import { z } from 'zod';
import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import { plainText } from '#shared/plain-text.ts';

/** In the data folder: what assistants' processes leave, and the program takes over. */
export const EVENTS_FILE = 'assistant-events.sqlite';

const LONGEST_NAME = 80;
const LONGEST_INPUT = 500;
const LONGEST_TITLE = 300;

const line = (longest: number) => z.string().transform((text) => plainText(text, longest));
const id = z.string().min(1).max(64);
const at = z.int().min(0);

/** A stored event of assistants. It comes from another process, so it is validated. */
export const assistantEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connection'),
    id,
    at,
    name: line(LONGEST_NAME),
    version: line(LONGEST_NAME),
    protocol: line(LONGEST_NAME),
  }),
  z.object({
    kind: z.literal('read'),
    id,
    at,
    connectionId: id,
    tool: line(LONGEST_NAME),
    input: line(LONGEST_INPUT),
    rows: z.int().nullable(),
    bytes: z.int(),
  }),
  z.object({
    kind: z.literal('proposal'),
    id,
    at,
    client: line(LONGEST_NAME),
    title: line(LONGEST_TITLE),
    reason: line(LONGEST_TITLE),
    request: z
      .record(z.string(), z.unknown())
      .refine((request) => checkAwardSearchRequest(request).ok, 'This is no request of §2.1.'),
  }),
]);

export type AssistantEvent = z.input<typeof assistantEventSchema>;
