/**
 * `node permit.ts FOLDER MARKETPLACE KEY`: gives every saved search of a data folder a standing permission, with the
 * user's confirmation outside the page, and moves their refreshes eight days into the past. A separate program, because
 * the browser host asks in a terminal, which a test does not have.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { localDay } from '#shared/dates.ts';
import { openProduct } from '../support/product.ts';

const DAY_MS = 86_400_000;
const [dataDir = '', marketplace = '', key = ''] = process.argv.slice(2);

const product = await openProduct({ dataDir, marketplace, key });
await product.startedUp;
for (const { refresh } of await product.handlers.watchlist.list(undefined))
  await product.handlers.purchases.giveGrant({
    toolRef: refresh.toolRef ?? '',
    input: refresh.input,
    pages: 1,
    everyHours: 24,
    perDay: { currency: 'USD', units: '30000', exponent: 6 },
    until: localDay(Date.now() + 5 * DAY_MS),
  });
await product.close();

const file = new Database(join(dataDir, 'milepost.sqlite'));
file.prepare('UPDATE award_pages SET received_at = received_at - ?').run(8 * DAY_MS);
file.close();
