import { describe, expect, it } from 'vitest';
import {
  type CatalogueAddress,
  cataloguePath,
  readCatalogueAddress,
  readComparedTools,
  toolComparisonPath,
  unreadOfToolComparison,
} from './catalogue-address.ts';

const searchOf = (path: string) => path.slice(path.indexOf('?'));

describe('the address of the Catalogue', () => {
  it('reads back what was written into it', () => {
    const address: CatalogueAddress = {
      query: 'seats & more',
      health: 'operational',
      maximumPrice: '0.05',
      chosen: ['operation:v1:ab', 'b?c=d&e'],
    };
    expect(readCatalogueAddress(searchOf(cataloguePath(address)))).toEqual(address);
  });

  it('compares each Tool once and at most four', () => {
    expect(readComparedTools(searchOf(toolComparisonPath(['a', 'b', 'a', 'c', 'd', 'e'])))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(unreadOfToolComparison('?refs=a&refs=b&refs=c&refs=d&refs=e')).toEqual([
      { part: 'refs=e', instead: 'the first 4 of that name count' },
    ]);
  });
});
