import { figures } from './figures.ts';
import { purchases } from './purchases.ts';
import { records } from './records.ts';
import { service } from './service.ts';
import { userData } from './user-data.ts';

/** The whole file, as the first released version makes it. */
export const schema = {
  version: 1,
  name: 'schema',
  sql: [service, purchases, records, figures, userData].join('\n'),
};
