import { expect, it } from 'vitest';
import { AIRPORT_CODE, asOneLine, CARRIER_CODE, codesIn, takeTyped, withCodes } from './typed-codes.ts';

const typed = (text: string) => takeTyped(text, false, AIRPORT_CODE);
const pasted = (text: string) => takeTyped(text, true, AIRPORT_CODE);

it('waits while a code is being typed', () => {
  expect(typed('JF')).toEqual({ finished: [], rest: 'JF' });
  expect(typed('JFK')).toEqual({ finished: [], rest: 'JFK' });
});

it('accepts a code at its comma, and continues with the rest', () => {
  expect(typed('JFK,')).toEqual({ finished: ['JFK'], rest: '' });
  expect(typed('jfk, e')).toEqual({ finished: ['jfk'], rest: 'e' });
});

it('accepts a code in capitals at its space, but lets a name be typed on', () => {
  expect(typed('JFK ')).toEqual({ finished: ['JFK'], rest: '' });
  expect(typed('San ')).toEqual({ finished: [], rest: 'San ' });
  expect(typed('new y')).toEqual({ finished: [], rest: 'new y' });
});

it('accepts a pasted list whole, whatever separates it', () => {
  expect(pasted('JFK,EWR')).toEqual({ finished: ['JFK', 'EWR'], rest: '' });
  expect(pasted('JFK; EWR / LGA')).toEqual({ finished: ['JFK', 'EWR', 'LGA'], rest: '' });
  expect(pasted('JFK EWR LGA')).toEqual({ finished: ['JFK EWR LGA'], rest: '' });
  expect(codesIn('JFK EWR LGA', AIRPORT_CODE)).toEqual(['JFK', 'EWR', 'LGA']);
});

it('separates places at a plus, an ampersand or “or”', () => {
  expect(typed('JFK+EWR')).toEqual({ finished: ['JFK'], rest: 'EWR' });
  expect(typed('London & Paris')).toEqual({ finished: ['London'], rest: 'Paris' });
  expect(typed('jfk or new york')).toEqual({ finished: ['jfk'], rest: 'new york' });
  expect(typed('or EWR')).toEqual({ finished: [], rest: 'EWR' });
  expect(typed('San or')).toEqual({ finished: [], rest: 'San or' });
  expect(typed('Orlando')).toEqual({ finished: [], rest: 'Orlando' });
});

it('separates places at the commas of other scripts', () => {
  expect(typed('東京、大阪')).toEqual({ finished: ['東京'], rest: '大阪' });
  expect(typed('القاهرة، د')).toEqual({ finished: ['القاهرة'], rest: 'د' });
});

it('ends a name at the end of its line in a pasted column', () => {
  expect(asOneLine('London\r\nNew York\r\n\r\n')).toBe('London, New York,');
  expect(pasted(asOneLine('London\nNew York'))).toEqual({ finished: ['London', 'New York'], rest: '' });
  expect(asOneLine(' San Francisco\n')).toBe('San Francisco');
});

it('leaves a single pasted code or name to be looked up first', () => {
  expect(pasted('JFK')).toEqual({ finished: [], rest: 'JFK' });
  expect(pasted('New York')).toEqual({ finished: [], rest: 'New York' });
});

it('distinguishes codes from names', () => {
  expect(codesIn('jfk ewr', AIRPORT_CODE)).toEqual(['JFK', 'EWR']);
  expect(codesIn('New York', AIRPORT_CODE)).toBeNull();
  expect(codesIn('ba', CARRIER_CODE)).toEqual(['BA']);
  expect(codesIn('British Airways', CARRIER_CODE)).toBeNull();
  expect(codesIn('  ', AIRPORT_CODE)).toEqual([]);
});

it('adds each code once, in order', () => {
  expect(withCodes(['JFK'], ['EWR', 'JFK'])).toEqual(['JFK', 'EWR']);
});
