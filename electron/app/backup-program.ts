/** The process that makes, checks or merges one backup, then ends. */
import type { JobMessage } from '../backup/job-process.ts';
import { type Job, runBackupJob } from '../backup/jobs.ts';
import { parentProcess } from '../threads/parent-process.ts';
import { serialiseError } from '../threads/thrown.ts';
import { backupParts } from './backup-parts.ts';

const parent = parentProcess();
const send = (message: JobMessage) => parent.send(message);

parent.receive((message) => {
  try {
    const report = (words: string, done: number, of: number) => send({ kind: 'progress', words, done, of });
    send({ kind: 'done', value: runBackupJob(backupParts, message as Job, report, Date.now) });
  } catch (error) {
    send({ kind: 'thrown', thrown: serialiseError(error) });
  }
});
send({ kind: 'ready' });
