import { existsSync } from 'node:fs';

/**
 * The file that a worker thread starts with.
 * @param built its name among the bundles: beside the program, or one folder above its chunks
 * @param source used where the program runs from source
 */
export function workerFile(built: string, source: URL): URL {
  if (import.meta.url.endsWith('.ts')) return source;
  const [beside, above] = [new URL(`./${built}`, import.meta.url), new URL(`../${built}`, import.meta.url)];
  return existsSync(beside) || !existsSync(above) ? beside : above;
}
