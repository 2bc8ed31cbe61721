import { type Credit, placeCredits } from '../places/credits.ts';

/** Data sets and libraries that require attribution, including those of `places`. */
export const CREDITS: readonly Credit[] = [
  ...placeCredits,
  {
    name: 'world-atlas',
    what: 'Land shapes of the route map, from Natural Earth (public domain)',
    licence: 'ISC',
    holder: 'Michael Bostock',
    url: 'https://github.com/topojson/world-atlas',
  },
  {
    name: 'd3-geo and topojson-client',
    what: 'Projection and land outlines of the route map',
    licence: 'ISC',
    holder: 'Michael Bostock',
    url: 'https://github.com/d3/d3-geo',
  },
  {
    name: 'Electron',
    what: 'The runtime of the desktop application',
    licence: 'MIT',
    holder: 'OpenJS Foundation and Electron contributors',
    url: 'https://www.electronjs.org',
  },
  {
    name: 'React',
    what: 'The interface',
    licence: 'MIT',
    holder: 'Meta Platforms, Inc. and affiliates',
    url: 'https://react.dev',
  },
  {
    name: 'Mantine',
    what: 'Components of the interface',
    licence: 'MIT',
    holder: 'Vitaly Rtishchev',
    url: 'https://mantine.dev',
  },
  {
    name: 'Tabler Icons',
    what: 'Icons',
    licence: 'MIT',
    holder: 'Paweł Kuna',
    url: 'https://tabler.io/icons',
  },
  {
    name: 'SQLite and better-sqlite3',
    what: 'The data file',
    licence: 'Public domain; MIT',
    holder: 'SQLite Consortium; Joshua Wise',
    url: 'https://www.sqlite.org',
  },
];
