import { activityBackup } from '../activity/backup.ts';
import { annotationsBackup } from '../annotations/backup.ts';
import { assistantsBackup } from '../assistant/backup.ts';
import { awardsBackup } from '../awards/backup.ts';
import type { BackupParts } from '../backup/part.ts';
import { bookingBackup } from '../booking/backup.ts';
import { outputsBackup } from '../outputs/backup.ts';
import { purchasesBackup } from '../purchases/backup.ts';
import { settingsBackup } from '../settings/backup.ts';
import { tripsBackup } from '../trips/backup.ts';
import { viewsBackup } from '../views/backup.ts';
import { walletBackup } from '../wallet/backup.ts';
import { watchlistBackup } from '../watchlist/backup.ts';

/** Each feature's backup tables. Outputs come before the records that are derived from them. */
export const backupParts: BackupParts = [
  outputsBackup,
  purchasesBackup,
  awardsBackup,
  annotationsBackup,
  tripsBackup,
  bookingBackup,
  walletBackup,
  assistantsBackup,
  watchlistBackup,
  viewsBackup,
  settingsBackup,
  activityBackup,
];
