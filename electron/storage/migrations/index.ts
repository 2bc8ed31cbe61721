import { settings } from './0001-to-0012/0001-settings.ts';
import { catalogueAndActivity } from './0001-to-0012/0002-catalogue-and-activity.ts';
import { purchases } from './0001-to-0012/0003-purchases.ts';
import { awards } from './0001-to-0012/0004-awards.ts';
import { standingApprovals } from './0001-to-0012/0005-standing-approvals.ts';
import { annotations } from './0001-to-0012/0006-annotations.ts';
import { watchlist } from './0001-to-0012/0007-watchlist.ts';
import { trips } from './0001-to-0012/0008-trips.ts';
import { goneRecords } from './0001-to-0012/0009-gone-records.ts';
import { chargesAndAuthorisations } from './0001-to-0012/0010-charges-and-authorisations.ts';
import { waits } from './0001-to-0012/0011-waits.ts';
import { packedDocuments } from './0001-to-0012/0012-packed-documents.ts';
import { awardRemarks } from './0013-award-remarks.ts';
import { plainWords } from './0014-plain-words.ts';
import { unprovenRemovals } from './0015-unproven-removals.ts';
import { versionsByRoute } from './0016-versions-by-route.ts';
import { assistants } from './0017-assistants.ts';
import { chosenSearches } from './0018-chosen-searches.ts';
import { severalWaits } from './0019-several-waits.ts';
import { wallet } from './0020-wallet.ts';
import { priceStandings } from './0021-price-standings.ts';
import { itineraries } from './0022-itineraries.ts';
import { recordSources } from './0023-record-sources.ts';
import { searchRoutes } from './0024-search-routes.ts';
import { growth } from './0025-growth.ts';
import { sourceProviders } from './0026-source-providers.ts';
import { earlierItineraries } from './0027-earlier-itineraries.ts';
import { listedStandings } from './0028-listed-standings.ts';
import { runChanges } from './0029-run-changes.ts';
import { routeRecords } from './0030-route-records.ts';
import { searchesBrought } from './0031-searches-brought.ts';
import { itinerariesAgain } from './0032-itineraries-again.ts';
import { assistantInput } from './0033-assistant-input.ts';
import { documentParts } from './0034-document-parts.ts';
import { changesAgain } from './0035-changes-again.ts';

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
  chargesAndAuthorisations,
  waits,
  packedDocuments,
  awardRemarks,
  plainWords,
  unprovenRemovals,
  versionsByRoute,
  assistants,
  chosenSearches,
  severalWaits,
  wallet,
  priceStandings,
  itineraries,
  recordSources,
  searchRoutes,
  growth,
  sourceProviders,
  earlierItineraries,
  listedStandings,
  runChanges,
  routeRecords,
  searchesBrought,
  itinerariesAgain,
  assistantInput,
  documentParts,
  changesAgain,
];
