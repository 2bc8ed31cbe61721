import { describe, expect, it } from 'vitest';
import { placesLabel } from '#shared/places/names.ts';
import {
  inShape,
  NO_TRIP,
  readStay,
  readTrip,
  storedTrip,
  type TypedTrip,
  titleOf,
  tripOfRequest,
  typedTrip,
  withLeg,
  withoutLeg,
} from './typed-trip.ts';

const TOKYO: TypedTrip = {
  ...withLeg(NO_TRIP, 0, { origins: ['LHR', 'LGW'], destinations: ['HND', 'NRT'] }),
  adults: 2,
  earliest: '2027-03-01',
  latest: '2027-03-31',
  cabins: ['business', 'premium'],
};
const questionOf = (trip: TypedTrip) => {
  const { question, problems } = readTrip(trip);
  expect(problems).toEqual({});
  if (question === null) throw new Error('It is no question.');
  return question;
};

describe('a trip as it is typed', () => {
  it('there and back is two legs, the second the first reversed', () => {
    const question = questionOf(TOKYO);
    expect(question.legs).toMatchObject([
      { origins: ['LHR', 'LGW'], destinations: ['HND', 'NRT'], nights: null },
      { origins: ['HND', 'NRT'], destinations: ['LHR', 'LGW'], nights: { min: 7, max: 14 }, connects: 'hop' },
    ]);
    expect(question.returns).toBe(true);
    expect(question.cabins).toEqual(['business', 'premium']);
    expect(titleOf(question)).toContain('and back');
  });

  it('keeps what was typed in every shape that it passes through', () => {
    const open = withLeg(inShape(TOKYO, 'open_jaw'), 1, { origins: ['KIX'], nights: '10 to 16' });
    const back = inShape(inShape(inShape(open, 'one_way'), 'several'), 'open_jaw');
    expect(questionOf(back).legs[1]).toEqual({
      origins: ['KIX'],
      destinations: ['LHR', 'LGW'],
      nights: { min: 10, max: 16 },
      connects: 'own_way',
    });
    expect(questionOf(inShape(back, 'one_way')).legs).toHaveLength(1);
    expect(questionOf(inShape(back, 'return')).legs[1]).toMatchObject({ nights: { min: 10, max: 16 } });
  });

  it('flies somewhere: a flight that ends where it begins says so beside its field', () => {
    const nowhere = readTrip(withLeg(TOKYO, 0, { origins: ['LHR'], destinations: ['LHR'] }));
    expect(nowhere).toMatchObject({
      question: null,
      problems: { 'destinations 0': expect.stringContaining('another airport') },
    });
    expect(questionOf(withLeg(TOKYO, 0, { destinations: ['LHR', 'HND'] })).legs).toHaveLength(2);
  });

  it('of several cities loses one leg alone when that is removed', () => {
    const three = { ...inShape(TOKYO, 'several'), several: 3 };
    const typed = withLeg(three, 2, { origins: ['SIN'], destinations: ['LHR'], nights: '3' });
    expect(questionOf(withoutLeg(typed, 1)).legs.map(({ origins }) => origins)).toEqual([
      ['LHR', 'LGW'],
      ['SIN'],
    ]);
  });

  it('is the form again that it was stored from', () => {
    const trips = [
      TOKYO,
      inShape(TOKYO, 'one_way'),
      withLeg(inShape(TOKYO, 'open_jaw'), 1, { origins: ['KIX'] }),
      { ...TOKYO, hopKm: 100, stops: '1', owners: ['Ana'], milesMax: '300,000', perDay: '0.30', inAll: '2' },
    ];
    for (const trip of trips) {
      const question = questionOf(trip);
      expect(questionOf(typedTrip(question))).toEqual(question);
      expect(typedTrip(question).shape).toBe(trip.shape);
      expect(storedTrip(JSON.stringify(typedTrip(question)))).toEqual(typedTrip(question));
    }
  });

  it('has no question for a board alone', () => {
    expect(readTrip(typedTrip(null))).toEqual({ question: null, problems: {} });
  });

  it('says beside each field what is wrong', () => {
    const wrong = {
      ...inShape(withLeg(NO_TRIP, 0, { origins: ['LHR'] }), 'return'),
      earliest: '2027-03-31',
      latest: '2027-03-01',
      cabins: [],
      milesMax: 'many',
      inAll: 'much',
      adults: 6,
      children: 5,
    };
    expect(Object.keys(readTrip(withLeg(wrong, 1, { nights: '16 to 10' })).problems).sort()).toEqual([
      'cabins',
      'children',
      'destinations 0',
      'inAll',
      'latest',
      'milesMax',
      'nights 1',
      'origins 1',
    ]);
    expect(readTrip(NO_TRIP).problems).toMatchObject({ earliest: 'Choose a day.', latest: 'Choose a day.' });
  });
});

it('says in words that the nights are too many', () => {
  const { problems } = readTrip(withLeg(NO_TRIP, 1, { nights: '331' }));
  expect(problems['nights 1']).toBe('At most 330 nights.');
  expect(readTrip(withLeg(NO_TRIP, 1, { nights: '330' })).problems).not.toHaveProperty('nights 1');
});

it('nights are one number or two', () => {
  expect(readStay('10 to 16')).toEqual({ min: 10, max: 16 });
  expect(readStay('10–16')).toEqual({ min: 10, max: 16 });
  expect(readStay('12')).toEqual({ min: 12, max: 12 });
  for (const text of ['', 'ten', '1 to', '1 to 2 to 3', '-1']) expect(readStay(text)).toBeNull();
});

it('what stands in the search form becomes the first leg', () => {
  const trip = tripOfRequest({
    origin_airport: 'LHR,LGW',
    destination_airport: 'HND',
    cabin: 'first',
    start_date: '2027-03-01',
    end_date: '2027-03-31',
    only_direct_flights: true,
  });
  expect(questionOf(trip)).toMatchObject({
    legs: [{ origins: ['LHR', 'LGW'], destinations: ['HND'] }, {}],
    cabins: ['first'],
    stopsMax: 0,
    window: { from: '2027-03-01', until: '2027-03-31' },
  });
});

it('says of a name that may mean several which one to choose', () => {
  const trip = withLeg({ ...NO_TRIP, earliest: '2027-04-01', latest: '2027-04-10' }, 0, {
    origins: ['LIS'],
    destinations: ['Japan'],
  });
  expect(readTrip(trip).problems).toMatchObject({
    'destinations 0': 'Choose an airport or city for “Japan”, or remove it.',
  });
});

it('lets a trip home from another place get there on its own, whenever the shape is chosen', () => {
  const early = inShape(NO_TRIP, 'open_jaw');
  const typed = withLeg(withLeg(early, 0, { origins: ['LIS'], destinations: ['HND'] }), 1, {
    origins: ['ICN'],
    destinations: ['LIS'],
  });
  const { question } = readTrip({ ...typed, earliest: '2027-04-01', latest: '2027-04-10' });
  expect(question?.legs[1]?.connects).toBe('own_way');
  expect(question && titleOf(question)).toMatch(/^Lisbon .*to .*, home from /u);
});

it.each([
  [['LIS-HND', 'HND-LIS'], true, 'LIS to HND and back'],
  [['LIS-HND', 'ICN-LIS'], true, 'LIS to HND, home from ICN'],
  [['LIS-HND', 'ICN-BOS'], false, 'LIS to HND, ICN to BOS'],
  [['LIS-HND', 'HND-ICN', 'ICN-LIS'], true, 'LIS to HND to ICN and back'],
  [['LIS-HND', 'ICN-BOS', 'BOS-LIS'], true, 'LIS to HND, ICN to BOS and back'],
] as const)('a title for %j leaves no leg out', (routes, returns, title) => {
  const legs = routes.map((route) => {
    const [from = '', to = ''] = route.split('-');
    return { origins: [from], destinations: [to], nights: null, connects: 'own_way' as const };
  });
  expect(titleOf({ legs, returns })).toBe(title.replaceAll(/[A-Z]{3}/gu, (code) => placesLabel([code])));
});
