import { registerHooks } from 'node:module';
import type { StandIn } from './electron.ts';

declare global {
  /** What a bundle receives when it imports `electron`, by the number of its start. */
  var electronStandIns: Record<string, unknown>[];
}

/** The names of a module must be known before it is created: those of the stand-in, whatever its state. */
const source = (names: readonly string[], start: number) =>
  names
    .map((name) => `export const ${name} = globalThis.electronStandIns[${start}][${JSON.stringify(name)}];`)
    .join('\n');

const SCHEME = 'electron-stand-in:';
let registered = false;

/** From here on, newly imported modules receive this stand-in as `electron`. Returns the number of the start. */
export function standInForElectron({ electron }: Pick<StandIn, 'electron'>): number {
  globalThis.electronStandIns ??= [];
  globalThis.electronStandIns.push(electron);
  const newest = () => globalThis.electronStandIns.length - 1;
  if (!registered)
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'electron'
          ? { url: `${SCHEME}${newest()}`, format: 'module', shortCircuit: true }
          : next(specifier, context),
      load: (url, context, next) =>
        url.startsWith(SCHEME)
          ? {
              format: 'module',
              source: source(Object.keys(electron), Number(url.slice(SCHEME.length))),
              shortCircuit: true,
            }
          : next(url, context),
    });
  registered = true;
  return newest();
}
