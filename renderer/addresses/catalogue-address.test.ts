import { describe, expect, it } from 'vitest';
import { type CatalogueAddress, catalogueAddress } from './catalogue-address.ts';

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
});
