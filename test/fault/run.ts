/**
 * `npm run test:faults`: destroys product, marketplace and data file at every step of a purchase and compares the
 * result with the marketplace's own books, at points spread evenly over each purchase; `-- --all` tests every one of
 * them. Prints one count per line and fails where something was charged twice, lost or left unresolved.
 */
import { pathToFileURL } from 'node:url';
import { bundled } from './bundle.ts';

const program = await bundled([
  'faults',
  'killed-product',
  'killed-marketplace',
  'killed-teller',
  'racing-product',
  'failing-disk',
  'lock-holder',
]);
await import(pathToFileURL(program('faults')).href);
