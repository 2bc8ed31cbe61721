import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { licenceNoticeSchema } from '#shared/contract/program/updates.ts';
import { CREDITS } from './credits.ts';

/** The program's version, credits and licences. `noticesFile` is written by the build. */
export const aboutHandlers = ({
  version,
  noticesFile,
}: {
  version: string;
  noticesFile?: string;
}): ContractHandlers['about'] => ({
  read: () => ({ version, updatedFrom: null, credits: [...CREDITS] }),
  dismissUpdate: () => undefined,
  notices: async () => {
    const missing = () =>
      fail('no_notices', 'This build carries no licence notices. Build Milepost again with “npm run build”.');
    if (noticesFile === undefined) return missing();
    const text = await readFile(noticesFile, 'utf8').catch(missing);
    return z.array(licenceNoticeSchema).parse(JSON.parse(text));
  },
});
