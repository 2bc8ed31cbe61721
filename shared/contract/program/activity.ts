import { z } from 'zod';
import { CSV_STYLES } from '../../csv.ts';
import { request } from '../define.ts';

/** One request as it was sent and its answer; never the key, never a body. Times in UTC ms, sizes in bytes. */
const activityRowSchema = z.object({
  id: z.number(),
  at: z.number(),
  /** What it was for: a role of the service, `openapi`, `provider`, `mcp` or `oauth`. */
  role: z.string(),
  method: z.string(),
  origin: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  durationMs: z.number(),
  bytes: z.number(),
  attempt: z.number(),
  /** The id that was sent, and the one that was returned (§7.2). */
  requestIdSent: z.string(),
  requestId: z.string().nullable(),
  /** A stable token where it failed. */
  errorCode: z.string().nullable(),
  /** What the answer's headers state about limits and retirement, in words. */
  notices: z.array(z.string()),
});
export type ActivityRow = z.infer<typeof activityRowSchema>;

const filter = z.object({ text: z.string().optional(), failedOnly: z.boolean().optional() });

export const activityRequests = {
  list: request(
    filter.extend({
      before: z.int().optional(),
      limit: z.int().min(1).max(500),
    }),
    z.object({ rows: z.array(activityRowSchema), hasMore: z.boolean() }),
  ),
  /** Every matching row, newest first, as the text of a file. CSV cells that a spreadsheet would run are disarmed. */
  export: request(
    filter.extend({ format: z.enum(['csv', 'json']), csv: z.enum(CSV_STYLES).optional() }),
    z.object({ text: z.string(), rows: z.number() }),
  ),
};
