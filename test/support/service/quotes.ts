import { type BookedQuote, type Charge, quoteOf } from './books.ts';
import { type Core, Given, type Said } from './core.ts';
import { hashOf } from './draws.ts';

/** The request price and total authorisation in the listing. */
const LISTED = 22_000;
/** Just below the limit for one Call, and far above the listing. */
const ABOVE = 49_999;
const SECOND_MS = 1_000;
const OVER_FOR_CERTAIN_MS = 2 * 86_400_000;

const usd = (units: number): Charge => ({ currency: 'USD', units });
/** An amount as seen live. */
export const amountOf = ({ currency, units }: Charge) => ({ currency, units: String(units), exponent: 6 });

export const hex64 = (text: string): string =>
  Array.from({ length: 8 }, (_, at) => hashOf(`${at}|${text}`).toString(16).padStart(8, '0')).join('');

type Input = Record<string, unknown>;

type Terms = { price: Charge; most: Charge; own: Charge | null; above: boolean };

/** Commits quotes, which may cost more than listed, authorise other amounts, or be for another request. */
export function quotesOf(core: Core, isCurrent: (toolRef: unknown) => boolean) {
  const { draws, odds, books, origin, now } = core;

  /** Some repeatedly carry out another request than requested. */
  const habit = draws.choose('habit of quotes', 0.2, { none: 0, 'another request': 0.6 });

  /** What would be carried out, and what is stated of it. */
  function executedFor(requested: Input): {
    input: Input;
    statedInput: Input | undefined;
    differs: boolean;
  } {
    const as = (input: Input, differs: boolean) => ({ input, statedInput: input, differs });
    // A request drawn as different may equal the original.
    const instead = (other: Input) =>
      as(
        { ...requested, ...other },
        Object.entries(other).some(([member, value]) => requested[member] !== value),
      );
    const executed = draws.choose(
      'normalised input',
      core.hasRecovered() ? 0 : Math.max(habit, odds('quote') / 2),
      {
        'as asked': () => as(requested, false),
        'left away': () => ({ input: requested, statedInput: undefined, differs: false }),
        'in another spelling': () =>
          as(
            { ...requested, origin_airport: String(requested.origin_airport).toLowerCase(), take: '10' },
            false,
          ),
        'another route': () => instead({ destination_airport: 'SYD' }),
        'another date': () => instead({ start_date: '2027-04-01' }),
        'narrower carriers': () => instead({ carriers: 'DL' }),
      },
    );
    return executed();
  }

  /** Its cost, and what it and the listing authorise. */
  function drawTerms(): Terms {
    const price = draws.choose('price of a quote', odds('quote') / 2, {
      listed: LISTED,
      'twice the listed one': 2 * LISTED,
      lower: LISTED / 2,
      'just below the limit': ABOVE,
    });
    const most = draws.choose('most that a quote may charge', odds('quote') / 3, {
      'its price': price,
      'above its price': Math.max(price, ABOVE),
    });
    const own: Charge | null = draws.choose('own authorisation of a quote', odds('quote') / 3, {
      'not told': null,
      'as listed': usd(LISTED),
      'below its price': usd(price - 1),
      'above the listing': usd(ABOVE),
      'in another currency': { currency: 'AUD', units: price },
    });
    const inUsd = own?.currency === 'USD' ? own.units : null;
    const above = most > LISTED || (inUsd !== null && (most > inUsd || inUsd > LISTED));
    return { price: usd(price), most: usd(most), own, above };
  }

  /**
   * Whether nobody can order by it any more, however wrong a clock is. If its reference continues to name it, it was
   * ordered: nobody could otherwise know what a reference names whose answer was lost.
   */
  const isOver = (quote: BookedQuote): boolean =>
    books.calls.some((call) => call.quote === quote) ||
    (core.habits.quoteRefs === 'shared, the last' && quote.expiresAt + OVER_FOR_CERTAIN_MS < now());

  /**
   * A reference is shared by two requests only when the earlier quote is over: before that, nobody could order the
   * request that was approved.
   */
  function referenceFor(toolRef: unknown, input: Input, terms: Terms, account: string): string {
    const offer = JSON.stringify([origin, toolRef, terms.price, account]);
    const request = JSON.stringify([offer, terms, input]);
    const named = (by: string) => `operation-commitment:v1:${hex64(by)}`;
    const unique = named(`${request}|${books.quotes.size}|${now()}`);
    if (core.habits.quoteRefs === 'new' || core.hasRecovered()) return unique;
    if (core.habits.quoteRefs === 'hashed') return named(request);
    const before = books.quotes.get(quoteOf(origin, named(offer)));
    return before === undefined || isOver(before) ? named(offer) : unique;
  }

  /** What an order by this reference would carry out. */
  function meaning(quoteRef: string, input: Input): Input {
    const before = books.quotes.get(quoteOf(origin, quoteRef));
    return core.habits.quoteRefs === 'shared, the first' && before !== undefined ? before.input : input;
  }

  return function quote(account: string, body: Input): Said {
    const { toolRef } = body;
    const requested = (body.input ?? {}) as Input;
    if (!isCurrent(toolRef))
      return core.said(200, {
        kind: 'refused',
        code: 'tool_not_current',
        retryable: false,
      });
    const terms = drawTerms();
    const { price, most, own, above } = terms;
    const { input, statedInput, differs } = executedFor(requested);
    const quoteRef = referenceFor(toolRef, input, terms, account);
    const made: BookedQuote = {
      quoteRef,
      account,
      origin,
      toolRef: String(toolRef),
      input: meaning(quoteRef, input),
      price,
      most,
      above,
      differs,
      madeAt: now(),
      expiresAt:
        now() +
        draws.choose('life of a quote', odds('quote') / 3, {
          'five minutes': 300 * SECOND_MS,
          'a minute': 60 * SECOND_MS,
        }),
    };
    books.quotes.set(quoteOf(origin, made.quoteRef), made);
    return core.said(200, {
      kind: 'committed',
      quoteRef: made.quoteRef,
      toolRef,
      toolVersion: 'sha256:4e5f',
      expiresAt: Math.floor(made.expiresAt - now() + core.clock()),
      ...(statedInput === undefined ? {} : { normalizedInput: new Given(statedInput) }),
      price: amountOf(price),
      ...(most.units === price.units ? {} : { maximumPrice: amountOf(most) }),
      ...(own === null ? {} : { totalAuthorization: amountOf(own) }),
    });
  };
}
