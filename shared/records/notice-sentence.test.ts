import { describe, expect, it } from 'vitest';
import { messageText, noticeLine, noticeMessage } from './notice-sentence.ts';
import { noticeFacts as facts, NOTICED_AT as NOW } from './testing/notice-facts.ts';

describe('the sentence about award space', () => {
  it('says place, seats, day, miles and whether it can be paid, and how old it is', () => {
    expect(noticeLine(facts(), NOW)).toBe(
      'Tokyo, 2 business seats: Tue 6 Apr, 58,000 Virgin Points, you can pay it. Seen 3 minutes ago.',
    );
  });

  it.each([
    [facts({}, { seats: 1 }), 'Tokyo, 1 business seat: '],
    [facts({}, { seats: null }), 'Tokyo, business seats: '],
    [facts({}, { seats: 0 }), 'Tokyo, business seats: '],
    [facts({ cabin: null }), 'Tokyo, 2 seats: '],
    [facts({ cabin: 'premium' }), 'Tokyo, 2 premium economy seats: '],
    [facts({}, { direct: true }), 'Tue 6 Apr, direct, 58,000'],
    [facts({}, { miles: null }), 'miles not given'],
    [facts({}, { programme: 'delta' }), '58,000 SkyMiles,'],
    [facts({}, { programme: 'flyingblue' }), '58,000 Flying Blue miles,'],
    [facts({}, { programme: 'iberia' }), '58,000 Avios with Iberia,'],
    [facts({}, { programme: 'never_heard_of' }), '58,000 never_heard_of miles,'],
    [facts({}, { destination: 'ZZZ' }), 'ZZZ, 2 business seats'],
    [facts({}, { date: '2028-04-06' }), 'Thu 6 Apr 2028'],
    [facts({}, { date: 'next week' }), 'next week, 58,000'],
    [facts({ pays: 'transfers' }), 'you can pay it after a transfer.'],
    [facts({ at: NOW }), 'Seen just now.'],
    [facts({ at: NOW - 9 * 3_600_000 }), 'Seen 9 hours ago.'],
    [facts({ at: NOW - 80 * 3_600_000 }), 'Seen 3 days ago.'],
  ])('%# says what is known, and no more', (known, part) => {
    expect(noticeLine(known, NOW)).toContain(part);
  });

  it('says nothing of a wallet that does not pay it', () => {
    expect(noticeLine(facts({ pays: null }), NOW)).not.toContain('pay');
  });

  it('is one line, whatever the service calls a programme', () => {
    const line = noticeLine(facts({}, { programme: 'a\nTokyo, 9 first seats: \u202etoday' }), NOW);
    expect(line.split(/\n/u)).toHaveLength(1);
    expect(line).not.toContain('\u202e');
  });

  it('names three and counts the others', () => {
    const message = noticeMessage(
      Array.from({ length: 1_227 }, () => facts()),
      NOW,
    );
    expect(messageText(message).split('\n')).toHaveLength(4);
    expect(messageText(message)).toMatch(/and 1,224 more$/u);
    expect(message.title).toBe('Award space: London to Tokyo · business');
    expect(noticeMessage([facts(), facts({ searchId: 2 })], NOW).title).toBe('Award space you asked for');
  });
});
