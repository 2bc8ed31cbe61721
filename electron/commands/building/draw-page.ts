/**
 * `node draw-page.ts BUNDLE`: writes the markup of the first screen to standard output. It is rendered with empty storage
 * and in 1970, so that nothing depends on the machine.
 */
import { pathToFileURL } from 'node:url';

const emptyStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

class FixedDate extends Date {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [0] : given) as [number]));
  }
  static override now(): number {
    return 0;
  }
}
Object.assign(globalThis, { Date: FixedDate, sessionStorage: emptyStorage, localStorage: emptyStorage });

const { drawFirstScreen }: { drawFirstScreen: () => Promise<string> } = await import(
  pathToFileURL(process.argv[2] ?? '').href
);
process.stdout.write(await drawFirstScreen());
