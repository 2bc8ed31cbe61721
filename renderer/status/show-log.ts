import { api } from '../api/api.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';

/** Shows the log in the system's file manager, or says where it is. */
export async function showLog(): Promise<void> {
  try {
    const { shown, logFile } = await api.diagnostics.showLog();
    announce(shown ? 'The log is shown in your file manager.' : `The log is at ${logFile}.`);
  } catch (error) {
    announce(failureOf(error).message);
  }
}
