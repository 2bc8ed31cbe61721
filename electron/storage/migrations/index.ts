import { settings } from './0001-settings.ts';
import { catalogueAndActivity } from './0002-catalogue-and-activity.ts';
import { purchases } from './0003-purchases.ts';
import { awards } from './0004-awards.ts';
import { standingApprovals } from './0005-standing-approvals.ts';
import { annotations } from './0006-annotations.ts';
import { watchlist } from './0007-watchlist.ts';
import { trips } from './0008-trips.ts';
import { goneRecords } from './0009-gone-records.ts';

/** One step of the file's schema. Steps run in order, each in a transaction of its own, and are never edited once released. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

export const migrations: readonly Migration[] = [
  settings,
  catalogueAndActivity,
  purchases,
  awards,
  standingApprovals,
  annotations,
  watchlist,
  trips,
  goneRecords,
];
