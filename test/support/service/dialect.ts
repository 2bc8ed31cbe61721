import type { Draws } from './draws.ts';

/**
 * How a service writes, permanently, even after it has recovered from everything else. Its document declares all of it:
 * what is renamed, wrapped or written in another form in its answers is so in its schemas as well.
 */
export type Dialect = {
  spelling: 'as seen' | 'snake' | 'capitals' | 'other words' | 'words of jobs' | 'long words';
  /** The name of its discriminator. */
  kind: 'kind' | 'outcome' | 'type';
  /** Whether it declares its answers, or is as seen live and says nothing of them. */
  answers: 'declared' | 'as seen, undeclared';
  unknownMembers: boolean;
  listItems: 'whole' | 'reference and state' | 'no zone' | 'seconds' | 'ISO' | 'no Tool';
  /** How long its list of Calls omits a new one, ms; it never states so. */
  listLag: number;
  afterVersion: 'integer' | 'text' | 'its own form';
  cursor: 'text' | 'number';
  /** An order by a reference that two requests share is for the last of them, or for the first. */
  quoteRefs: 'new' | 'hashed' | 'shared, the last' | 'shared, the first';
  /** Ahead of true time, ms. */
  clockAhead: number;
  /** Of its clock, in parts per million. */
  drift: number;
  hasDateHeader: boolean;
  catalogueMember: 'items' | 'results' | 'tools';
  /** Whether a status repeats the input, and how: as the quote did, or in another form. */
  statusRepeatsInput: 'no' | 'as quoted' | 'otherwise';
  rows: 'plain' | 'odd';
  amounts: 'units' | 'decimal' | 'scale';
  /** What its answers about quotes and Calls are wrapped in. */
  wrapping: 'none' | 'data' | 'result' | 'response' | 'its name';
  callRefs: 'texts' | 'numbers';
  /** Its status answer for a Call that was not refused. */
  statusIs: 'found' | 'the result';
  statesVersion: boolean;
  /** The status of an answer about a Call: the same for all, or 201 and 202 by its meaning. */
  codes: 'one' | 'by meaning';
  /** The member for the Tool's output in a completed Call. */
  outputMember: 'output' | 'data' | 'payload' | 'response' | 'toolOutput' | 'outputs' | 'body' | 'content';
  /** Members of a Call that have no value yet. */
  withoutValue: 'left out' | 'null';
  /** The member for a Call's usage record, or what it is wrapped in. */
  usageIs: 'usage' | 'metering' | 'usageRecord' | 'meta';
  /** Its words for the states of Calls. */
  states: 'as seen' | 'of jobs';
  /** How a quote states its end, and its price where there is a total beside it. */
  quoteEnd: 'milliseconds' | 'ISO' | 'other word';
  quotePrice: 'price' | 'total' | 'price and total';
  pages: 'first cursor and skip' | 'moving cursor' | 'cursor that counts rows';
  /** What its document additionally declares. */
  required: 'as seen' | 'one value more';
  operations: 'as seen' | 'bound by hand';
  security: 'on operations' | 'schemes alone';
  limits: 'as seen' | 'narrow';
  size: 'as seen' | 'large';
  names: 'as seen' | 'of the contract';
  versionHeaders: Readonly<Record<string, string>>;
  /** Whether the metadata of its authorization server is only at the path of OpenID Connect. */
  openIdPath: boolean;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What a service that declares no answer of its own keeps of the shapes seen live. */
const AS_SEEN = {
  kind: 'kind',
  catalogueMember: 'items',
  amounts: 'units',
  wrapping: 'none',
  callRefs: 'texts',
  outputMember: 'output',
  usageIs: 'usage',
  quoteEnd: 'milliseconds',
  quotePrice: 'price',
  names: 'as seen',
} as const satisfies Partial<Dialect>;

export function dialectOf(draws: Draws): Dialect {
  const drawn = drawnDialect(draws);
  const isSpelt = drawn.spelling === 'other words' || drawn.spelling === 'words of jobs';
  return drawn.answers === 'declared'
    ? drawn
    : { ...drawn, ...AS_SEEN, ...(isSpelt && { spelling: 'as seen' as const }) };
}

function drawnDialect(draws: Draws): Dialect {
  const of = <Options extends Readonly<Record<string, unknown>>>(
    what: string,
    odds: number,
    options: Options,
  ) => draws.choose(`service's ${what}`, odds, options);
  return {
    spelling: of('spelling', 0.3, {
      'as seen': 'as seen',
      'snake case': 'snake',
      'capital letters': 'capitals',
      'other words': 'other words',
      'words of jobs': 'words of jobs',
      'long words': 'long words',
    } as const),
    kind: of('word for a kind', 0.3, { kind: 'kind', outcome: 'outcome', type: 'type' } as const),
    answers: of('answers', 0.2, {
      declared: 'declared',
      'as seen and not declared': 'as seen, undeclared',
    } as const),
    unknownMembers: of('further members', 0.3, { none: false, some: true }),
    listItems: of('list of Calls', 0.4, {
      complete: 'whole',
      'a reference and a state only': 'reference and state',
      'stamps without a zone': 'no zone',
      'stamps in seconds': 'seconds',
      'stamps in ISO 8601': 'ISO',
      'without the Tool': 'no Tool',
    } as const),
    listLag: of('lag of the list of Calls', 0.5, {
      none: 0,
      'ten seconds': 10_000,
      'two minutes': 2 * MINUTE_MS,
      'ten minutes': 10 * MINUTE_MS,
      'two hours': 120 * MINUTE_MS,
    }),
    afterVersion: of('afterVersion', 0.25, {
      integer: 'integer',
      'declared as text': 'text',
      'declared in a form of its own': 'its own form',
    } as const),
    cursor: of('cursor', 0.1, { text: 'text', 'declared as a number': 'number' } as const),
    quoteRefs: of('quote references', 0.3, {
      'always new': 'new',
      'a hash of the offer': 'hashed',
      'shared by requests, for the last': 'shared, the last',
      'shared by requests, for the first': 'shared, the first',
    } as const),
    clockAhead: of('clock', 0.4, {
      right: 0,
      'five minutes behind': -5 * MINUTE_MS,
      'five minutes ahead': 5 * MINUTE_MS,
      'a day behind': -DAY_MS,
      'a day ahead': DAY_MS,
    }),
    drift: of('clock drift', 0.2, { none: 0, fast: 500, slow: -500 }),
    hasDateHeader: of('Date header', 0.25, { known: true, missing: false }),
    catalogueMember: of('catalogue member', 0.15, {
      items: 'items',
      'named results': 'results',
      'named tools': 'tools',
    } as const),
    statusRepeatsInput: of('status', 0.3, {
      'silent of the request': 'no',
      'tells the request': 'as quoted',
      'tells the request in another form': 'otherwise',
    } as const),
    rows: of('rows', 0.2, { plain: 'plain', odd: 'odd' } as const),
    pages: of('pages', 0.3, {
      'by the first cursor': 'first cursor and skip',
      'by a moving cursor': 'moving cursor',
      'by a cursor that counts': 'cursor that counts rows',
    } as const),
    required: of('required members', 0.15, {
      'as seen': 'as seen',
      'with one legal value': 'one value more',
    } as const),
    operations: of('operations', 0.12, {
      'as seen': 'as seen',
      'to be bound by hand': 'bound by hand',
    } as const),
    security: of('security', 0.12, {
      declared: 'on operations',
      'declared by schemes alone': 'schemes alone',
    } as const),
    limits: of('declared limits', 0.12, { 'as seen': 'as seen', narrow: 'narrow' } as const),
    size: of('document', 0.06, { 'as seen': 'as seen', large: 'large' } as const),
    names: of('listing', 0.15, {
      'as seen': 'as seen',
      'as the contract writes': 'of the contract',
    } as const),
    versionHeaders: of<Record<string, Record<string, string>>>('version headers', 0.15, {
      none: {},
      'a Sunset as RFC 850': { sunset: 'Sunday, 06-Nov-33 08:49:37 GMT' },
      'a Deprecation with parameters': { deprecation: '@1793491200; note="next year"' },
      both: { sunset: 'Sun Nov  6 08:49:37 2033', deprecation: '@1793491200' },
    }) as Readonly<Record<string, string>>,
    amounts: of('amounts', 0.25, {
      'units and an exponent': 'units',
      'a decimal beside its currency': 'decimal',
      'with a scale': 'scale',
    } as const),
    wrapping: of('wrapping of answers', 0.25, {
      none: 'none',
      'in data': 'data',
      'in a result beside a status': 'result',
      'in a response': 'response',
      'under its name': 'its name',
    } as const),
    callRefs: of('references of Calls', 0.15, { texts: 'texts', numbers: 'numbers' } as const),
    statusIs: of('form of a status', 0.15, { found: 'found', 'the result': 'the result' } as const),
    codes: of('codes of answers', 0.15, { 'the same': 'one', 'by what they say': 'by meaning' } as const),
    statesVersion: of('version of a status', 0.1, { stated: true, missing: false }),
    outputMember: of('word for an output', 0.2, {
      output: 'output',
      data: 'data',
      payload: 'payload',
      response: 'response',
      toolOutput: 'toolOutput',
      outputs: 'outputs',
      body: 'body',
      content: 'content',
    } as const),
    withoutValue: of('members without a value', 0.2, { 'left out': 'left out', null: 'null' } as const),
    usageIs: of('word for usage', 0.2, {
      usage: 'usage',
      metering: 'metering',
      'a record of usage': 'usageRecord',
      'within its meta': 'meta',
    } as const),
    states: of('words of states', 0.2, { 'as seen': 'as seen', 'of jobs': 'of jobs' } as const),
    quoteEnd: of('end of a quote', 0.3, {
      'in milliseconds': 'milliseconds',
      'in ISO 8601': 'ISO',
      'under another word': 'other word',
    } as const),
    quotePrice: of('words for a price', 0.2, {
      price: 'price',
      'a total': 'total',
      'a total beside a part of it': 'price and total',
    } as const),
    openIdPath: of('metadata of its authorization server', 0.3, {
      'where OAuth has it': false,
      'where OpenID Connect has it': true,
    }),
  };
}

/** Members of an answer under the other names that requests already accept (`MEMBERS` of the roles). */
const OTHER_WORDS: Readonly<Record<string, string>> = { callRef: 'callId', toolRef: 'toolId' };
const WORDS_OF_JOBS: Readonly<Record<string, string>> = { callRef: 'jobId', toolRef: 'serviceId' };
/** States of Calls in the words of job queues; the rest as seen. */
const STATES_OF_JOBS: Readonly<Record<string, string>> = {
  pending: 'queued',
  gathering_information: 'created',
  in_progress: 'started',
  leased: 'running',
  terminal: 'ended',
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function spelled(name: string, spelling: Dialect['spelling']): string {
  if (spelling === 'snake') return snake(name);
  if (spelling === 'capitals') return name.slice(0, 1).toUpperCase() + name.slice(1);
  if (spelling === 'other words') return OTHER_WORDS[name] ?? name;
  if (spelling === 'words of jobs') return WORDS_OF_JOBS[name] ?? name;
  if (spelling === 'long words') return name.replace(/Ref$/, 'Reference');
  return name;
}

/** The Tool's bytes and the input stay unchanged: only the marketplace's own members have its spelling. */
export const NOT_ITS_OWN: ReadonlySet<string> = new Set([
  'normalizedInput',
  'inputJsonSchema',
  'outputJsonSchema',
]);

/** Marks a Tool's output, wherever it is. */
export class Given {
  readonly output: unknown;
  constructor(output: unknown) {
    this.output = output;
  }
}

/** The input as a Call's status writes it: days in milliseconds, codes as lists, numbers with a point. */
export function requestStated(
  input: Readonly<Record<string, unknown>>,
  { statusRepeatsInput }: Dialect,
): { normalizedInput?: Readonly<Record<string, unknown>> } {
  if (statusRepeatsInput === 'no') return {};
  if (statusRepeatsInput === 'as quoted') return { normalizedInput: input };
  return {
    normalizedInput: Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, inAnotherForm(value)]),
    ),
  };
}

function inAnotherForm(value: unknown): unknown {
  if (typeof value === 'number') return `${value}.0`;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return Date.parse(value);
  return /^[A-Z]{3}(?:,[A-Z]{3})*$/.test(value) ? value.split(',').toReversed() : `${value} class`;
}

/** An answer of the catalogue in this service's wrapping. */
export const wrappedWhole = (body: Record<string, unknown>, { wrapping }: Dialect): unknown =>
  wrapping === 'data' || wrapping === 'response' ? { [wrapping]: body } : body;

/** An answer about a quote or a Call in this service's wrapping. */
export function wrapped(
  name: 'quote' | 'call',
  body: Record<string, unknown>,
  { wrapping }: Dialect,
): unknown {
  if (wrapping === 'none') return body;
  if (wrapping === 'its name') return { [name]: body };
  return wrapping === 'result' ? { status: 'success', result: body } : { [wrapping]: body };
}

/** The value under a name. */
function member(name: string, value: unknown, dialect: Dialect): unknown {
  if (name === 'callRef' && dialect.callRefs === 'numbers') return Number(value);
  if (name === 'state' && dialect.states === 'of jobs' && typeof value === 'string')
    return STATES_OF_JOBS[value] ?? value;
  const inner = written(value, dialect);
  return name === 'usage' && dialect.usageIs === 'meta' ? { usage: inner } : inner;
}

/** An answer as this service writes it. */
export function written(value: unknown, dialect: Dialect): unknown {
  if (value instanceof Given) return value.output;
  if (Array.isArray(value)) return value.map((one) => written(one, dialect));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, of]) => [
    nameOf(name, dialect),
    NOT_ITS_OWN.has(name) ? of : member(name, of, dialect),
  ]);
  return Object.fromEntries(members);
}

/** The name of a member, in its answers and in its schemas. */
export const nameOf = (name: string, dialect: Dialect): string =>
  spelled(name === 'usage' ? dialect.usageIs : name === 'kind' ? dialect.kind : name, dialect.spelling);
