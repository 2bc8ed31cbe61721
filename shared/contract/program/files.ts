import { z } from 'zod';
import { FILE_PIECE } from '../../file-piece.ts';
import { request } from '../define.ts';

const file = z.object({ fileId: z.string() });

/**
 * Saves a file that the page made. Where the program has a window it asks outside the page where to save it, and writes
 * it itself; where the page is in a browser, the browser downloads it.
 */
export const fileRequests = {
  /** Asks where to save it: `cancelled` where the user cancelled, `download` where the browser has to save it. */
  begin: request(
    z.object({ name: z.string().max(500) }),
    z.discriminatedUnion('by', [
      z.object({ by: z.literal('download') }),
      z.object({ by: z.literal('cancelled') }),
      z.object({ by: z.literal('program'), fileId: z.string() }),
    ]),
  ),
  /** The next piece, in order. Fails with `disk_full` or `not_saved`, and then leaves nothing behind. */
  write: request(
    file.extend({
      data: z
        .string()
        .regex(/^[A-Za-z0-9+/]*={0,2}$/)
        .max(Math.ceil(FILE_PIECE / 3) * 4),
    }),
    z.undefined(),
  ),
  /** Resolves once every byte is on disk, replacing any file of that name. */
  finish: request(file, z.object({ path: z.string(), bytes: z.number() })),
  /** The next file that the system handed over to be opened, once; null if there is none. Fails with `file_unreadable`. */
  takeOpened: request(z.undefined(), file.extend({ name: z.string(), bytes: z.number() }).nullable()),
  /** A piece of it, as base64. */
  readOpened: request(
    file.extend({ offset: z.int().min(0) }),
    z.object({ data: z.string(), next: z.number(), done: z.boolean() }),
  ),
};
