import { decimalText } from '#shared/money.ts';
import { type Limits, limitsIn } from '#shared/purchase/limits.ts';

export type TerminalCommandsDeps = {
  /** The source tree in which npm scripts run; null in a packaged program. */
  programRoot: string | null;
  dataDir: string;
  platform: NodeJS.Platform;
};

export type TerminalCommands = {
  /** Stores a key for a marketplace in the keychain. */
  storeKey(address: string): string | null;
  /** Starts Milepost with a key for one run. */
  keyForOneRun(address: string): string | null;
  /** Sets up a channel for what is watched. */
  setUpChannel(): string | null;
  /** Sets the limits of the first currency in which they differ; null if no command can. */
  setLimits(before: Limits, after: Limits): string | null;
};

const PLAIN = /^[\w@%+=:,./-]+$/u;

/** Quotes one argument for the system's shell. */
function quoted(text: string, platform: NodeJS.Platform): string {
  if (PLAIN.test(text)) return text;
  return platform === 'win32' ? `"${text.replaceAll('"', '')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Complete terminal commands that work in any directory. */
export function terminalCommands({ programRoot, dataDir, platform }: TerminalCommandsDeps): TerminalCommands {
  const npm = (script: string, args: readonly string[]): string | null =>
    programRoot === null
      ? null
      : ['npm', '--prefix', programRoot, 'run', script, '--', ...args, '--data-dir', dataDir]
          .map((part) => quoted(part, platform))
          .join(' ');
  return {
    storeKey: (address) => npm('key', ['set', '--marketplace', address]),
    keyForOneRun: (address) => npm('host', ['--key-stdin', '--marketplace', address]),
    setUpChannel: () => npm('channel', []),
    setLimits: (before, after) => {
      const next = [after, ...(after.others ?? [])].find(({ perCall, perDay, perMonth }) => {
        const held = limitsIn(before, perCall.currency);
        const text = (limits: typeof held) =>
          limits && [limits.perCall, limits.perDay, limits.perMonth].map(decimalText).join();
        return text(held) !== text({ perCall, perDay, perMonth });
      });
      if (next === undefined) return null;
      const { perCall, perDay, perMonth } = next;
      return npm('limits', [
        ...['--per-call', decimalText(perCall)],
        ...['--per-day', decimalText(perDay)],
        ...['--per-month', decimalText(perMonth)],
        ...(perCall.currency === 'USD' ? [] : ['--currency', perCall.currency]),
      ]);
    },
  };
}
