import { describe, expect, it } from 'vitest';
import { type CatalogueAddress, catalogueAddress, toolComparisonAddress } from './catalogue-address.ts';

const searchOf = (path: string) => path.slice(path.indexOf('?'));

describe('the address of the Catalogue', () => {
  it('reads back what was written into it', () => {
    const address: CatalogueAddress = {
      query: 'seats & more',
      health: 'operational',
      maximumPrice: '0.05',
      chosen: ['operation:v1:ab', 'b?c=d&e'],
    };
    expect(catalogueAddress.read(searchOf(catalogueAddress.path(address)))).toEqual(address);
  });

  it('compares at most four Tools', () => {
    const search = searchOf(toolComparisonAddress.path({ refs: ['a', 'b', 'c', 'd', 'e'] }));
    expect(toolComparisonAddress.read(search).refs).toEqual(['a', 'b', 'c', 'd']);
    expect(toolComparisonAddress.unread(search)).toEqual(['refs.4']);
  });
});
