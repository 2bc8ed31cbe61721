import { z } from 'zod';
import { request } from '../define.ts';

/** What helps to find out what went wrong. It stays on this machine unless the user passes it on. */
export const diagnosticsRequests = {
  /** Versions, the system, and the latest lines of the log: no key, no address of anybody, nothing that was bought. */
  details: request(z.undefined(), z.object({ text: z.string(), logFile: z.string() })),
  /** Shows the log's file in the system's file manager; `shown` is false where a browser shows the page. */
  showLog: request(z.undefined(), z.object({ shown: z.boolean(), logFile: z.string() })),
};
