/** What the comparison with Electron's declarations must reject: these lines would fail to compile if it did not. */
import type { Holds, OnlyNames } from './surface.ts';

type Electron = typeof import('electron');

export const refusals = [
  // @ts-expect-error Electron's shell cannot do this
  true satisfies Holds<{ openEverything(): void }, Electron['shell']>,
  // @ts-expect-error it answers later, and without a value
  true satisfies Holds<{ openExternal(url: string): number }, Electron['shell']>,
  // @ts-expect-error there is no such member of the module
  true satisfies OnlyNames<{ app: object; extra: object }, Electron>,
  true satisfies Holds<Pick<Electron['shell'], 'openExternal' | 'openPath'>, Electron['shell']>,
];
