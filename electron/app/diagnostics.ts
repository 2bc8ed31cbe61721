import { arch, platform, release, totalmem } from 'node:os';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { ProgramLog } from '../log/program-log.ts';

export type DiagnosticsDeps = {
  version: string;
  /** Absent in tests without a log. */
  log?: ProgramLog;
  /** Shows a file in the system's file manager after a user action; absent in the browser host. */
  showFile?: (file: string) => boolean;
};

/** Number of log lines included. */
const LATEST_LINES = 200;

/** Diagnostics that a user can pass on to support; nothing is sent automatically. */
export function diagnosticsHandlers({
  version,
  log,
  showFile,
}: DiagnosticsDeps): ContractHandlers['diagnostics'] {
  const logFile = log?.file ?? '';
  const { electron, chrome, node, v8 } = process.versions as NodeJS.ProcessVersions & Record<string, string>;
  const runtime =
    electron === undefined ? `Node ${node}` : `Electron ${electron}, Chromium ${chrome}, Node ${node}`;
  return {
    details: () => ({
      text: [
        `Milepost ${version}`,
        `${runtime}, V8 ${v8}`,
        `${platform()} ${release()} ${arch()}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
        `Up for ${Math.round(process.uptime() / 60)} minutes`,
        '',
        ...(log?.latest(LATEST_LINES) ?? []),
      ].join('\n'),
      logFile,
    }),
    showLog: () => {
      if (log === undefined || showFile?.(log.file) !== true) return { shown: false, logFile };
      log.write('info', 'the log was shown');
      return { shown: true, logFile };
    },
  };
}
