import { z } from 'zod';
import { FILE_PIECE } from '../../file-piece.ts';
import { request } from '../define.ts';

const file = z.object({ fileId: z.string() });

/**
 * Saves a file that the page made. Where the program has a window it asks outside the page where to put it, and writes
 * it itself; where a browser shows the page, that downloads it.
 */
export const fileRequests = {
  /** Asks where to put it: `cancelled` where the user changed their mind, `download` where the browser has to save it. */
  begin: request(
    z.object({ name: z.string().max(500) }),
    z.discriminatedUnion('by', [
      z.object({ by: z.literal('download') }),
      z.object({ by: z.literal('cancelled') }),
      z.object({ by: z.literal('program'), fileId: z.string() }),
    ]),
  ),
  /** The next piece, in order. Fails with `disk_full` or `not_saved`, and then nothing is left of it. */
  write: request(
    file.extend({
      data: z
        .string()
        .regex(/^[A-Za-z0-9+/]*={0,2}$/)
        .max(Math.ceil(FILE_PIECE / 3) * 4),
    }),
    z.undefined(),
  ),
  /** Resolves once every byte is on the disk, in place of what was there under that name. */
  finish: request(file, z.object({ path: z.string(), bytes: z.number() })),
  /** Leaves what was there under that name as it is. */
  cancel: request(file, z.undefined()),
};
