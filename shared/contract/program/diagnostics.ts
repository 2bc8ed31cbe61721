import { z } from 'zod';
import { request } from '../define.ts';

/** Details for finding out what went wrong. They stay on this machine unless the user shares them. */
export const diagnosticsRequests = {
  /** Versions, the system, and the latest lines of the log; no key, no addresses, no purchases. */
  details: request(z.undefined(), z.object({ text: z.string(), logFile: z.string() })),
  /** Shows the log's file in the system's file manager; `shown` is false where a browser shows the page. */
  showLog: request(z.undefined(), z.object({ shown: z.boolean(), logFile: z.string() })),
};
