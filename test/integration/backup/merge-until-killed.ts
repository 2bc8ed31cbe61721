/** Merges a backup and kills itself at the given progress event; `0` lets it finish. */
import { backupParts } from '../../../electron/app/backup-parts.ts';
import { runBackupJob } from '../../../electron/backup/jobs.ts';

const [file = '', staged = '', at = '0'] = process.argv.slice(2);
let reported = 0;
runBackupJob(
  backupParts,
  { kind: 'merge', file, staged, mayLower: 1 },
  () => {
    reported += 1;
    if (reported === Number(at)) process.kill(process.pid, 'SIGKILL');
  },
  () => 999_000_000,
);
process.stdout.write(String(reported));
