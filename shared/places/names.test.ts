import { describe, expect, it } from 'vitest';
import { airlineLabel, airlinesTitle } from './airlines.ts';
import { codesNamed, typedUnits } from './named.ts';
import { airportLabel, airportTitle, cityLabel, placesLabel } from './names.ts';
import { programmeLabel, programmeShort, programmeSite } from './programmes.ts';

describe('a place', () => {
  it('has the name that travellers use, and an unknown code is its own name', () => {
    expect(['LHR', 'HND', 'BER', 'DFW', 'QQQ'].map(airportLabel)).toEqual([
      'Heathrow',
      'Haneda',
      'Berlin',
      'Dallas–Fort Worth',
      'QQQ',
    ]);
    expect(['LHR', 'NRT', 'YXU', 'LON'].map(cityLabel)).toEqual([
      'London',
      'Tokyo',
      'London, Canada',
      'London',
    ]);
    expect(['LHR', 'BER', 'JFK', 'QQQ'].map(airportTitle)).toEqual([
      'London Heathrow (LHR)',
      'Berlin (BER)',
      'New York JFK',
      'QQQ',
    ]);
  });

  it('is a city where all of its airports are included, and lists them where only some are', () => {
    expect(placesLabel(['LCY', 'LGW', 'LHR', 'LTN', 'SEN', 'STN'])).toBe('London');
    expect(placesLabel(['HND', 'NRT'])).toBe('Tokyo');
    expect(placesLabel(['LHR'])).toBe('Heathrow');
    expect(placesLabel(['LHR', 'LCY'])).toBe('London (LCY, LHR)');
    expect(placesLabel(['BER', 'LHR'])).toBe('Berlin and Heathrow');
    expect(placesLabel(['BER', 'LHR', 'ZRH', 'QQQ'])).toBe('Berlin, Heathrow and 2 more');
    expect(placesLabel([])).toBe('');
  });
});

it('names airlines and programmes, and unknown ones as they came', () => {
  expect(airlineLabel('NH')).toBe('ANA');
  expect(airlinesTitle('BA, 0Z')).toBe('British Airways (BA), 0Z');
  expect(programmeLabel('virginatlantic')).toBe('Virgin Atlantic Flying Club');
  expect(programmeShort('flyingblue')).toBe('Flying Blue');
  expect(programmeSite('united')).toBe('https://www.united.com');
  for (const unknown of ['constructor', 'noprogramme', '']) {
    expect(programmeLabel(unknown)).toBe(unknown);
    expect(programmeSite(unknown)).toBeNull();
  }
});

describe('what is typed', () => {
  it('is found by the names that people use', () => {
    expect(codesNamed('London').airports).toEqual(expect.arrayContaining(['LHR', 'SEN', 'LON']));
    expect(codesNamed('heath').airports).toEqual(['LHR']);
    expect(codesNamed('sao paulo').airports).toEqual(expect.arrayContaining(['GRU', 'CGH']));
    expect(codesNamed('United Airlines').airlines).toContain('UA');
    expect(codesNamed('flying club').programmes).toContain('virginatlantic');
    expect(codesNamed('Schiphol').airports).toEqual(['AMS']);
    expect(codesNamed('u')).toEqual({ airports: [], airlines: [], programmes: [] });
  });

  it('is split between names and not within them', () => {
    expect(typedUnits('United Airlines London')).toEqual(['United Airlines', 'London']);
    expect(typedUnits('London to Tokyo')).toEqual(['London', 'Tokyo']);
    expect(typedUnits('London–Tokyo')).toEqual(['London', 'Tokyo']);
    expect(typedUnits('JFK → lhr, direct')).toEqual(['JFK', 'lhr', 'direct']);
    expect(typedUnits('jfk-lhr')).toEqual(['jfk-lhr']);
    expect(typedUnits(' - , ')).toEqual([]);
  });
});
