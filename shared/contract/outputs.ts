import { z } from 'zod';
import { request } from './define.ts';

const aboutOutput = {
  purchaseId: z.string(),
  toolRef: z.string(),
  toolTitle: z.string(),
  /** The request in a few words. */
  title: z.string(),
  /** UTC ms. */
  receivedAt: z.number(),
  callRef: z.string().nullable(),
  /** The x-ae-request-id of the answer that brought it (§7.2). */
  requestId: z.string().nullable(),
  /** The run of award records that was derived from it, where it is a page of one. */
  runId: z.int().nullable(),
  /** False where the only content is an answer to the Call that could not be read; it is shown as it came. */
  understood: z.boolean().optional(),
};
const outputSummarySchema = z.object(aboutOutput);
export type OutputSummary = z.infer<typeof outputSummarySchema>;

const toolOutputSchema = z.object({
  ...aboutOutput,
  /** The request that it answers. */
  input: z.unknown(),
  /** How the Tool describes its output, from the cached catalogue; null where nothing is stored. */
  outputSchema: z.unknown(),
});
export type ToolOutput = z.infer<typeof toolOutputSchema>;

/** The stored outputs of Calls: local, whatever the network does. */
export const outputRequests = {
  /** Newest first. */
  list: request(
    z.object({ limit: z.int().min(1).max(1000).optional() }),
    z.object({ items: z.array(outputSummarySchema) }),
  ),
  /** What is known of one output; fails with `not_found` where the purchase has none. */
  read: request(z.object({ purchaseId: z.string() }), toolOutputSchema),
  /** A piece of its text, exactly as it came, and where the next one begins: an output may be very large. */
  text: request(
    z.object({ purchaseId: z.string(), offset: z.int().min(0) }),
    z.object({ text: z.string(), next: z.int(), done: z.boolean() }),
  ),
};
