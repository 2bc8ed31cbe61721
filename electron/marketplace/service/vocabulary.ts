import type { Amount } from '#shared/money.ts';

/**
 * The one table of what Milepost reads of each answer. A field is looked for in the declared schema by its words, once,
 * when an operation is bound; names are compared without case and separators, and `reference` and `identifier` as `ref`
 * and `id` (`fold`). Two names of a record and its member count as one: `provider.name` is `providerName`.
 */

type FieldType =
  /** A text, or a number that identifies something. */
  | 'reference'
  /** A text, or a number as one. */
  | 'text'
  /** A list of texts, or one text with spaces between them, as OAuth writes scopes. */
  | 'texts'
  /** `{currency, units, exponent}`, or a decimal text beside a currency code. */
  | 'amount'
  /** Milliseconds since the epoch, or RFC 3339 with a zone. */
  | 'instant'
  | 'integer'
  | 'number'
  | 'flag'
  /** Anything, as it came. */
  | 'any'
  /** An object or a list of objects with fields of their own. */
  | 'record'
  | 'list'
  /** The result of a Call within the status of it. */
  | 'result';

export type AnswerField = {
  readonly type: FieldType;
  /** Its names, the preferred one first. */
  readonly words: readonly string[];
  /** Whether an answer of this kind cannot be used without it. */
  readonly needed?: true;
  /** Whether it may also be in an object beside the others, such as `pagination`. */
  readonly anywhere?: true;
  /** Whether a plain `id` or `ref` of the record is it. */
  readonly own?: true;
  /** The fields of a record, or of each item of a list. */
  readonly of?: Fields;
  /** Whether only a total is it where amounts that come on top are declared beside it, such as a fee. */
  readonly total?: true;
  /** Where its values are declared, one of these must be among them. */
  readonly among?: readonly string[];
};
export type Fields = Readonly<Record<string, AnswerField>>;

/**
 * A kind of answer. `words`: values of the declared discriminator that mean it. `knownBy`: fields that tell it where no
 * discriminator is declared, besides those that it needs.
 */
export type Kind = {
  readonly words: readonly string[];
  readonly knownBy?: readonly string[];
  readonly fields: Fields;
};
/** `kindWords`: names of the discriminator. Without one, the first kind counts whose needed fields are there. */
export type AnswerWords = {
  readonly kindWords: readonly string[];
  readonly kinds: Readonly<Record<string, Kind>>;
};

const words = (text: string): readonly string[] => text.split(' ');

const CODE = { type: 'text', words: words('code errorCode reasonCode refusalCode') } as const;
export const RETRYABLE = { type: 'flag', words: words('retryable canRetry isRetryable') } as const;
const REASON = { type: 'text', words: words('reason detail message explanation') } as const;
/** Members by which any answer names a wait (§7.1), each with its unit in milliseconds. */
export const RETRY_AFTER = { retryAfterMs: 1, retryAfterSeconds: 1_000, retryAfter: 1_000 } as const;
export const TOOL_REF = {
  type: 'reference',
  words: words(
    'toolRef toolId toolKey offeringRef offeringId offeringKey serviceRef serviceId serviceKey capabilityRef',
  ),
} as const;
export const QUOTE_REF = {
  type: 'reference',
  words: words(
    'quoteRef quoteId quoteKey quoteToken quotationRef quotationId commitmentRef commitmentId commitmentKey offerRef offerId',
  ),
} as const;
export const CALL_REF = {
  type: 'reference',
  words: words(
    'callRef callId callKey executionRef executionId runRef runId jobRef jobId taskRef taskId invocationRef invocationId',
  ),
} as const;
const VERSION = { type: 'text', words: words('toolVersion version') } as const;
const REQUIRED_ACTIONS = {
  type: 'list',
  words: words('requiredActions actions actionsRequired nextSteps'),
  of: {
    title: { type: 'text', words: words('title name action label') },
    description: { type: 'text', words: words('description detail text') },
  },
} as const;
const REFUSAL = {
  code: CODE,
  retryable: RETRYABLE,
  reason: REASON,
  requiredActions: REQUIRED_ACTIONS,
} as const;

const CHARGE_STATE = {
  type: 'text',
  words: words('chargeState chargeStatus paymentState paymentStatus billingState state status'),
} as const;
const REFUND = {
  type: 'amount',
  words: words('refund refunded refundAmount refundedAmount amountRefunded totalRefund totalRefunded'),
} as const;
const CHARGED = words(
  'totalBuyerCharge totalCharge totalCharged grandTotal totalCost amountCharged chargedAmount buyerCharge total totalAmount amount charge charged cost price',
);

/** What a Call was charged, as far as the service states it. */
const USAGE = {
  type: 'record',
  words: words(
    'usage usageRecord metering charge billing payment settlement totalCharge totalCharged grandTotal totalCost amountCharged chargedAmount total totalAmount charged cost',
  ),
  anywhere: true,
  of: {
    chargeState: CHARGE_STATE,
    amount: { type: 'amount', words: CHARGED },
    refund: REFUND,
  },
} as const;

/** A refusal or an unknown outcome can carry one too: money may have moved. */
const RECEIPT = {
  type: 'record',
  words: words('receipt invoice proofOfPayment'),
  anywhere: true,
  of: {
    receiptRef: { type: 'reference', words: words('receiptRef receiptId invoiceRef invoiceId'), own: true },
    state: CHARGE_STATE,
    refundState: { type: 'text', words: words('refundState refundStatus') },
    lossState: { type: 'text', words: words('lossState lossStatus') },
    transactionRef: { type: 'reference', words: words('transactionRef transactionId') },
    total: { type: 'amount', words: CHARGED },
    refund: REFUND,
  },
} as const;
const MONEY = { usage: USAGE, receipt: RECEIPT } as const;

const SCHEMA_VERSION = { type: 'text', words: words('schemaVersion apiVersion') } as const;

/** How a list says where it goes on, and whether it is whole (§1.4). */
const PAGE = {
  count: { type: 'integer', words: words('count resultCount itemCount returned'), anywhere: true },
  total: {
    type: 'integer',
    words: words('total totalCount totalItems totalElements totalResults numFound'),
    anywhere: true,
  },
  limit: { type: 'integer', words: words('limit pageSize perPage size take'), anywhere: true },
  offset: { type: 'integer', words: words('offset skip'), anywhere: true },
  page: { type: 'integer', words: words('page pageNumber currentPage pageIndex number'), anywhere: true },
  pages: { type: 'integer', words: words('totalPages pageCount pages'), anywhere: true },
  links: { type: 'any', words: words('links'), anywhere: true },
  hasMore: {
    type: 'flag',
    words: words('hasMore hasNextPage hasNext more moreAvailable moreResults'),
    anywhere: true,
  },
  isLast: { type: 'flag', words: words('isLast isLastPage lastPage last'), anywhere: true },
  nextCursor: {
    type: 'text',
    words: words('nextCursor nextPageToken nextToken nextPageCursor next endCursor continuation cursor'),
    anywhere: true,
  },
  partial: {
    type: 'flag',
    words: words('partialResults partial isPartial incomplete isIncomplete truncated isTruncated degraded'),
    anywhere: true,
  },
  complete: { type: 'flag', words: words('complete isComplete exhaustive'), anywhere: true },
  schemaVersion: SCHEMA_VERSION,
} as const;
const COMPLETED_AT = {
  type: 'instant',
  words: words(
    'completedAt lastCompletedAt refreshedAt lastRefreshedAt lastRefresh updatedAt lastUpdatedAt indexedAt generatedAt asOf',
  ),
} as const;
const STALE_AFTER = { type: 'integer', words: words('staleAfterMs staleAfterMilliseconds') } as const;
const FRESHNESS_REPORT = {
  type: 'record',
  words: words('freshness catalogueFreshness catalogFreshness sourceFreshness catalogueStatus catalogStatus'),
  anywhere: true,
  of: {
    status: { type: 'text', words: words('state status freshness'), needed: true },
    completedAt: COMPLETED_AT,
    staleAfterMs: STALE_AFTER,
    source: { type: 'any', words: words('source') },
  },
} as const;

const HEALTH = words('healthStatus health');
const LISTED_TOOL = {
  toolRef: { ...TOOL_REF, needed: true, own: true },
  capabilityId: { type: 'text', words: words('capabilityId capabilityName operationId capability') },
  capabilityVersion: { type: 'text', words: words('capabilityVersion operationVersion') },
  version: VERSION,
  title: { type: 'text', words: words('title displayName name label') },
  description: { type: 'text', words: words('description summary abstract') },
  providerName: {
    type: 'text',
    words: words(
      'providerName providerTitle providerDisplayName provider publisherName publisher vendorName vendor',
    ),
  },
  providerSlug: {
    type: 'text',
    words: words('providerSlug providerId publisherSlug publisherId vendorSlug vendorId'),
  },
  priceLabel: { type: 'text', words: words('priceLabel priceText') },
  displayPrice: { type: 'amount', words: words('displayPrice listedPrice indicativePrice price cost') },
  totalAuthorisation: {
    type: 'amount',
    words: words(
      'totalAuthorisation totalAuthorization authorisedAmount authorizedAmount maximumAuthorisation maximumAuthorization maximumCharge maximumPrice maxPrice maxCharge',
    ),
  },
  healthStatus: { type: 'text', words: HEALTH },
  listingTier: { type: 'text', words: words('listingTier tier') },
  lastCheckedAt: { type: 'instant', words: words('lastCheckedAt checkedAt') },
  lastHealthyAt: { type: 'instant', words: words('lastHealthyAt healthyAt') },
} as const;
export type ListedToolFields = typeof LISTED_TOOL;
const DESCRIBED_TOOL = {
  ...LISTED_TOOL,
  inputJsonSchema: { type: 'any', words: words('inputJsonSchema inputSchema') },
  outputJsonSchema: { type: 'any', words: words('outputJsonSchema outputSchema') },
  materialTerms: {
    type: 'list',
    words: words('materialTerms terms'),
    of: {
      label: { type: 'text', words: words('label name title term'), needed: true },
      value: { type: 'text', words: words('value text') },
    },
  },
  dataUse: {
    type: 'list',
    words: words('dataUse dataUses dataUsage'),
    of: {
      inputPointer: { type: 'text', words: words('inputPointer input pointer') },
      classification: { type: 'text', words: words('classification class') },
      phase: { type: 'text', words: words('phase') },
      recipient: { type: 'text', words: words('recipient') },
      purposes: { type: 'texts', words: words('purposes purpose') },
    },
  },
  effects: {
    type: 'list',
    words: words('effects sideEffects'),
    of: {
      class: { type: 'text', words: words('class kind type') },
      authority: { type: 'text', words: words('authority') },
      reversibility: { type: 'text', words: words('reversibility') },
    },
  },
  authentication: { type: 'text', words: words('authentication authenticationKind authenticationType') },
  payment: { type: 'any', words: words('payment paymentTerms') },
} as const;
const TOOLS = {
  type: 'list',
  words: words('items tools candidates results matches hits listings offerings services data content'),
  of: LISTED_TOOL,
} as const;
const LIST_OF_TOOLS = {
  items: TOOLS,
  ...PAGE,
  freshness: FRESHNESS_REPORT,
  query: { type: 'any', words: words('query'), anywhere: true },
  note: { type: 'text', words: words('note') },
} as const;
const UNAVAILABLE = {
  words: words('unavailable error fail failed failure refused'),
  fields: { reason: { ...REASON, words: words('reason code detail message') } },
} as const;
const LISTS_OF_TOOLS = {
  ok: {
    words: words('ok found success succeeded results available list page'),
    fields: { ...LIST_OF_TOOLS, items: { ...TOOLS, needed: true } },
  },
  no_candidates: {
    words: words('no_candidates none empty no_results no_matches not_found'),
    fields: LIST_OF_TOOLS,
  },
  unavailable: UNAVAILABLE,
} as const;

const KIND_WORDS = words('kind type outcome resultKind status state result');

const COMPLETED = 'completed complete succeeded success successful finished done ok fulfilled';
const WORKING =
  'pending gathering_information awaiting_authority authorized leased in_progress retryable accepted active created dispatched enqueued executing initiated open processing queued received retrying running scheduled started submitted waiting working acknowledged';
const IN_DOUBT = 'outcome_unknown reconciliation_required unknown indeterminate';
const DENIED = 'rejected declined denied';
const OVER = `terminal ended closed stopped failed fail failure error errored faulted expired timed_out timeout aborted ${DENIED}`;
/** Of these a refusal is one that is declared with its reason, and with nothing that a Call has. */
export const DENIALS = words(DENIED);

/**
 * A service's own words for the state of a Call. `over`: finished without a result, so that only its charge says whether
 * it was paid. `in_doubt`: the service itself does not know.
 */
export const CALL_STATES = {
  working: words(WORKING),
  completed: words(COMPLETED),
  over: words(OVER),
  in_doubt: words(IN_DOUBT),
  refused: words('refused'),
  cancelled: words('cancelled canceled'),
  void: words('invalidated'),
} as const;

export const STATE = {
  type: 'text',
  words: words('state status callState callStatus'),
  needed: true,
  // Without a word for its end nobody learns of its output.
  among: words(`${COMPLETED} terminal ended closed stopped`),
} as const;
const OUTPUT = {
  type: 'any',
  // Where it stands beside its charge, what is around it is no output.
  words: words(
    'output toolOutput callOutput outcomeOutput outcomeResult resultOutput responseOutput dataOutput payloadOutput outputs result data response payload body content',
  ),
} as const;
const EVIDENCE = { type: 'any', words: words('evidence') } as const;
const RESULTS_OF_CALL = {
  completed: {
    words: words(COMPLETED),
    fields: {
      callRef: { ...CALL_REF, needed: true, own: true },
      output: { ...OUTPUT, needed: true },
      toolRef: TOOL_REF,
      ...MONEY,
      evidenceHash: { type: 'text', words: words('evidenceHash evidenceDigest') },
    },
  },
  outcome_unknown: {
    words: words(`${IN_DOUBT} ${OVER}`),
    knownBy: ['evidence'],
    fields: { callRef: { ...CALL_REF, own: true }, evidence: EVIDENCE, ...MONEY },
  },
  needs_authority: {
    words: words('needs_authority authority_required'),
    fields: { ...REFUSAL, callRef: CALL_REF, ...MONEY },
  },
  refused: {
    words: words('refused'),
    knownBy: ['code', 'retryable'],
    fields: { ...REFUSAL, callRef: CALL_REF, ...MONEY },
  },
  pending: {
    words: words(WORKING),
    fields: { callRef: { ...CALL_REF, needed: true, own: true }, ...MONEY },
  },
} as const;
export const ANSWERS = {
  freshness: {
    kindWords: [],
    kinds: {
      report: {
        words: [],
        fields: {
          status: {
            type: 'text',
            words: words('status state freshness catalogueStatus catalogStatus'),
            needed: true,
          },
          refreshState: { type: 'text', words: words('refreshState refreshStatus refresh') },
          completedAt: COMPLETED_AT,
          staleAfterMs: STALE_AFTER,
          generation: { type: 'any', words: words('generation') },
          ageHours: { type: 'number', words: words('ageHours ageInHours') },
          lastError: { type: 'text', words: words('lastError error') },
          partial: PAGE.partial,
          complete: PAGE.complete,
          schemaVersion: SCHEMA_VERSION,
        },
      },
    },
  },
  search: { kindWords: KIND_WORDS, kinds: LISTS_OF_TOOLS },
  list: { kindWords: KIND_WORDS, kinds: LISTS_OF_TOOLS },
  describe: {
    kindWords: KIND_WORDS,
    kinds: {
      found: { words: words('found ok success succeeded available described'), fields: DESCRIBED_TOOL },
      not_found: {
        words: words('not_found missing unknown none'),
        fields: { toolRef: TOOL_REF, partial: PAGE.partial, reason: REASON },
      },
      unavailable: UNAVAILABLE,
    },
  },
  compare: {
    kindWords: KIND_WORDS,
    kinds: {
      ok: {
        words: words('ok found success succeeded results compared available'),
        fields: {
          items: {
            type: 'list',
            words: words('tools items candidates results comparison compared data'),
            needed: true,
            of: LISTED_TOOL,
          },
          missing: { type: 'texts', words: words('missing notFound unresolved unknown') },
          ...PAGE,
          freshness: FRESHNESS_REPORT,
        },
      },
      unavailable: UNAVAILABLE,
    },
  },
  quote: {
    kindWords: KIND_WORDS,
    kinds: {
      committed: {
        words: words(
          'committed ok quoted success succeeded issued accepted firm available created active open valid',
        ),
        fields: {
          quoteRef: { ...QUOTE_REF, needed: true, own: true },
          price: {
            type: 'amount',
            // A total includes what is added to a price.
            words: words(
              'totalPrice totalAmount totalCost totalDue totalPayable grandTotal priceTotal amountDue amountPayable payable total price quotedPrice amount cost',
            ),
            needed: true,
            total: true,
          },
          expiresAt: {
            type: 'instant',
            words: words(
              'expiresAt validUntil expiry expiration expirationTime expires goodUntil validTo expiresOn',
            ),
            needed: true,
          },
          toolRef: TOOL_REF,
          toolVersion: VERSION,
          maximum: {
            type: 'amount',
            words: words('ceiling maximumPrice maximumCharge maximumAmount maxPrice maxCharge maxAmount'),
          },
          authorised: {
            type: 'amount',
            words: words(
              'totalAuthorisation totalAuthorization authorisedAmount authorizedAmount authorisation authorization sourceRequirement sourceRequirementAmount',
            ),
          },
          normalizedInput: {
            type: 'any',
            words: words(
              'normalizedInput normalisedInput effectiveInput executedInput normalizedArguments normalisedArguments input toolInput arguments',
            ),
          },
        },
      },
      refused: {
        words: words('refused rejected declined denied error fail failed failure unavailable'),
        knownBy: ['code', 'retryable'],
        fields: REFUSAL,
      },
    },
  },
  call: { kindWords: KIND_WORDS, kinds: RESULTS_OF_CALL },
  callStatus: {
    // Its state is a field.
    kindWords: words('kind type outcome resultKind'),
    kinds: {
      found: {
        words: words('found ok success succeeded call'),
        fields: {
          callRef: { ...CALL_REF, needed: true, own: true },
          state: STATE,
          version: { type: 'integer', words: words('version revision callVersion sequence') },
          toolRef: TOOL_REF,
          result: { type: 'result', words: words('result callResult outcome') },
          output: OUTPUT,
          ...MONEY,
          evidenceHash: { type: 'text', words: words('evidenceHash evidenceDigest') },
        },
      },
      unchanged: {
        words: words('unchanged not_modified same'),
        fields: { version: { type: 'integer', words: words('version revision sequence'), needed: true } },
      },
      ...RESULTS_OF_CALL,
      refused: {
        words: words('refused not_found missing denied error'),
        knownBy: ['code', 'retryable'],
        fields: { ...REFUSAL, ...MONEY },
      },
    },
  },
  callList: {
    kindWords: words('kind type outcome resultKind status'),
    kinds: {
      available: {
        words: words('available ok found success succeeded list page'),
        fields: {
          items: {
            type: 'list',
            words: words('items calls executions runs jobs results records entries data'),
            needed: true,
            of: {
              callRef: { ...CALL_REF, needed: true, own: true },
              toolRef: TOOL_REF,
              // As requests name it.
              quoteRef: { ...QUOTE_REF, words: [...QUOTE_REF.words, 'quote', 'quotation', 'commitment'] },
              idempotencyKey: { type: 'text', words: words('idempotencyKey idempotencyToken') },
              state: { type: 'text', words: words('state status callState') },
              ...MONEY,
              createdAt: { type: 'instant', words: words('createdAt created startedAt submittedAt') },
            },
          },
          ...PAGE,
        },
      },
    },
  },
  account: {
    kindWords: words('kind type outcome'),
    kinds: {
      authenticated: {
        words: words('authenticated ok found success account'),
        fields: {
          accountRef: { type: 'reference', words: words('accountRef accountId account'), own: true },
          scopes: { type: 'texts', words: words('scopes scope grantedScopes permissions') },
        },
      },
    },
  },
  balance: {
    kindWords: words('kind type outcome status'),
    kinds: {
      available: {
        words: words('available ok found success balance'),
        fields: {
          available: {
            type: 'amount',
            words: words('available availableBalance availableAmount availableFunds balance funds'),
            needed: true,
          },
          reserved: { type: 'amount', words: words('reserved reservedBalance reservedAmount held onHold') },
        },
      },
    },
  },
  /** A refusal or an error about a Call, whatever role it answers: it may say what was charged. */
  failure: {
    kindWords: [],
    kinds: { problem: { words: [], fields: { callRef: CALL_REF, ...MONEY } } },
  },
} as const satisfies Record<string, AnswerWords>;

export type AnswerRole = keyof typeof ANSWERS;
export const isAnswerRole = (role: string): role is AnswerRole => Object.hasOwn(ANSWERS, role);

/** The value of an item of a list, with its record as it came. */
export type Item<Fs> = FieldsOf<Fs> & {
  /** As it came. */
  raw: unknown;
  misfits: Record<string, unknown>;
  /** The members of it that no field is, as they came. */
  more: Record<string, unknown>;
};

type Listed<Fs> = {
  items: Item<Fs>[];
  /** How many came, including those that do not fit and those beyond what is read. */
  sent: number;
};

type ValueOf<F> = F extends { type: 'amount' }
  ? Amount
  : F extends { type: 'instant' | 'integer' | 'number' }
    ? number
    : F extends { type: 'flag' }
      ? boolean
      : F extends { type: 'texts' }
        ? string[]
        : F extends { type: 'list'; of: infer Fs }
          ? Listed<Fs>
          : F extends { type: 'record'; of: infer Fs }
            ? FieldsOf<Fs> & {
                raw: unknown;
                /** The fields that do not fit what was declared, as they came. */
                misfits: Record<string, unknown>;
                /** The members of it that no field is, as they came. */
                more: Record<string, unknown>;
              }
            : F extends { type: 'result' }
              ? AnswerReading<'call'>
              : F extends { type: 'any' }
                ? unknown
                : string;

type FieldsOf<Fs> = {
  [Name in keyof Fs]: Fs[Name] extends { needed: true } ? ValueOf<Fs[Name]> : ValueOf<Fs[Name]> | null;
};

/** An answer read by its map. Money in it is exact, times are UTC ms by the service's clock. */
export type AnswerReading<Role extends AnswerRole> =
  | {
      [Name in keyof (typeof ANSWERS)[Role]['kinds']]: {
        kind: Name;
        /** The pointer of the Tool's output within the answer; null where none is read. */
        outputAt: readonly string[] | null;
        /** Where each field is that was read. */
        at: Readonly<Partial<Record<string, readonly string[]>>>;
        /** The first member beside the fields that may say that something is left out; null if there is none. */
        beside: string | null;
        raw: unknown;
        more: Record<string, unknown>;
      } & FieldsOf<KindFields<(typeof ANSWERS)[Role]['kinds'][Name]>>;
    }[keyof (typeof ANSWERS)[Role]['kinds']]
  | Unreadable;

type KindFields<K> = K extends { fields: infer Fs } ? Fs : never;

/** It does not fit its map. `why` is a sentence that says which field. */
export type Unreadable = {
  kind: 'unreadable';
  why: string;
  field: string | null;
  /** The fields that do fit: the reference of a Call, and what it was charged. */
  fits: { callRef?: string | null } & Partial<StatedMoney>;
};

/** What an answer says of a charge. */
export type StatedMoney = { [Name in keyof typeof MONEY]: ValueOf<(typeof MONEY)[Name]> | null };

export type ListedCall = Extract<AnswerReading<'callList'>, { kind: 'available' }>['items']['items'][number];
