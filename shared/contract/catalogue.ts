import { z } from 'zod';
import { catalogueFreshnessSchema } from '../catalogue/freshness.ts';
import { amountSchema } from '../money.ts';
import { request } from './define.ts';
import { providerRequests } from './program/provider.ts';

/** A Tool as list, search and compare show it, as far as it could be read; unknown members are in `more`. */
export const toolSchema = z.object({
  toolRef: z.string(),
  capabilityId: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  provider: z.object({ name: z.string().nullable(), slug: z.string().nullable() }),
  priceLabel: z.string().nullable(),
  displayPrice: amountSchema.nullable(),
  /** The most that the listing authorises for one request (§1.7); null where it names none. */
  totalAuthorisation: amountSchema.nullable(),
  /** The service's own word: operational, degraded, unverified, or any other. */
  healthStatus: z.string().nullable(),
  listingTier: z.string().nullable(),
  lastCheckedAt: z.number().nullable(),
  lastHealthyAt: z.number().nullable(),
  /** Members that Milepost does not know, as they came. */
  more: z.record(z.string(), z.unknown()),
});
export type Tool = z.infer<typeof toolSchema>;

/** What the Tool's page adds. */
const toolDetailSchema = toolSchema.extend({
  version: z.string().nullable(),
  inputJsonSchema: z.unknown(),
  outputJsonSchema: z.unknown(),
  materialTerms: z.array(z.object({ label: z.string(), value: z.string() })),
  dataUse: z.array(
    z.object({
      inputPointer: z.string(),
      classification: z.string(),
      phase: z.string(),
      recipient: z.string(),
      purposes: z.array(z.string()),
    }),
  ),
  effects: z.array(z.object({ class: z.string(), authority: z.string(), reversibility: z.string() })),
  authentication: z.string().nullable(),
  payment: z.record(z.string(), z.unknown()).nullable(),
});
export type ToolDetail = z.infer<typeof toolDetailSchema>;

/** Where an answer came from, and when. */
const provenanceSchema = z.object({
  source: z.enum(['service', 'cached']),
  /** UTC ms of the service's answer. */
  asOf: z.number(),
  requestId: z.string().nullable(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

const absenceSchema = z.object({ proven: z.boolean(), words: z.string() });

export const toolFiltersSchema = z.object({
  healthStatus: z.string().optional(),
  maximumPrice: amountSchema.optional(),
});

const toolListSchema = z.object({
  items: z.array(toolSchema),
  /** False where the answer stated that it was partial. */
  complete: z.boolean(),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  freshness: catalogueFreshnessSchema.nullable(),
  provenance: provenanceSchema,
  /** Present where nothing was found, or where the service could not answer: what that proves. */
  absence: absenceSchema.nullable(),
  /** What the service stated beyond the list, such as why it could not answer. */
  notice: z.string().nullable(),
  /** The service's entire answer where it could not be read as a list. */
  raw: z.unknown().optional(),
});
export type ToolListAnswer = z.infer<typeof toolListSchema>;

/** What is wrong with part of a Tool's input; `pointer` is its JSON pointer, '' for the whole input. */
const inputProblemSchema = z.object({ pointer: z.string(), words: z.string() });
export type InputProblem = z.infer<typeof inputProblemSchema>;

/**
 * `cached` answers at once from the file, with null where nothing is stored; `service` asks the service and caches the
 * answer.
 */
const from = z.enum(['cached', 'service']);

/** Whether a Tool can be called now, in the service's terms. */
export const postureSchema = z.object({
  state: z.enum(['callable', 'needs_setup', 'unavailable', 'not_found', 'unknown']),
  reason: z.string().nullable(),
  words: z.string(),
});
export type Posture = z.infer<typeof postureSchema>;

const toolPageSchema = z.object({
  toolRef: z.string(),
  posture: postureSchema,
  tool: toolDetailSchema.nullable(),
  absence: absenceSchema.nullable(),
  provenance: provenanceSchema,
  /** The service's entire answer, for what Milepost could not read. */
  raw: z.unknown(),
});
export type ToolPage = z.infer<typeof toolPageSchema>;

export const catalogueRequests = {
  freshness: request(z.object({ from }), catalogueFreshnessSchema.nullable()),
  list: request(
    z.object({ from, filters: toolFiltersSchema.optional(), cursor: z.string().optional() }),
    toolListSchema.nullable(),
  ),
  search: request(
    z.object({
      from,
      query: z.string(),
      filters: toolFiltersSchema.optional(),
      cursor: z.string().optional(),
    }),
    toolListSchema.nullable(),
  ),
  describe: request(z.object({ from, toolRef: z.string() }), toolPageSchema.nullable()),
  compare: request(
    z.object({ from, toolRefs: z.array(z.string()).min(1).max(4) }),
    z
      .object({
        tools: z.array(toolSchema),
        missing: z.array(z.string()),
        absence: absenceSchema.nullable(),
        notice: z.string().nullable(),
        provenance: provenanceSchema,
        /** The service's entire answer where it could not be read as a comparison. */
        raw: z.unknown().optional(),
      })
      .nullable(),
  ),
  /** Validates an input against the cached Tool's own schema, without using the network. */
  checkInput: request(
    z.object({ toolRef: z.string(), input: z.record(z.string(), z.unknown()) }),
    z.object({
      problems: z.array(inputProblemSchema),
      /** Why the input cannot be checked here; null where it can. */
      notice: z.string().nullable(),
    }),
  ),
  /**
   * The cached Tool's input schema, bounded and reduced to what a form can draw; or why no form can be drawn from it.
   */
  inputForm: request(
    z.object({ toolRef: z.string() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), schema: z.record(z.string(), z.unknown()) }),
      z.object({ ok: z.literal(false), why: z.string() }),
    ]),
  ),
};

/** How a role of the service is bound to an operation of its OpenAPI document. */
export const bindingSchema = z.object({
  role: z.string(),
  words: z.string(),
  bound: z
    .object({
      operationId: z.string(),
      method: z.string(),
      path: z.string(),
      by: z.enum(['contract', 'words', 'user']),
      /** Which of the operation's members serve as the role's, where the user mapped them. */
      members: z.record(z.string(), z.string().nullish()),
      /** Where its answer holds what the role needs, a line for each field; null where its answer is not read. */
      answer: z
        .object({
          /** Whether the operation declares it, or has the shape that was seen live. */
          declared: z.boolean(),
          lines: z.array(z.string()),
        })
        .nullable(),
    })
    .nullable(),
  /** Why it is bound this way, or not bound, in a sentence. */
  why: z.string(),
});

/** An operation's member for each member of a role; null where none corresponds. */
const memberMapSchema = z.record(z.string(), z.string().nullable());

/** Where an answer holds a field, as a pointer: what the user chose; null lets Milepost derive it. */
const answerChoicesSchema = z.record(z.string().max(100), z.string().max(500)).nullable();

const operationSchema = z.object({
  operationId: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  /** Why the role cannot be bound to it, in words that follow "but"; null where it can. */
  refusal: z.string().nullable(),
});

export const marketplaceRequests = {
  /** Each role with its operation, and the operations that a role may be bound to. */
  bindings: request(
    z.undefined(),
    z.object({
      document: z
        .object({
          hash: z.string(),
          fetchedAt: z.number(),
          openapi: z.string(),
          title: z.string(),
          requestId: z.string().nullable(),
        })
        .nullable(),
      /** What is wrong with the document, or changed since the previous one, in sentences. */
      notices: z.array(z.string()),
      roles: z.array(bindingSchema),
      /** How many operations the document declares. */
      operations: z.number(),
    }),
  ),
  /**
   * Operations that a role may be bound to by hand, best matches first: at most 50 that contain every word of `find`.
   */
  operations: request(
    z.object({ role: z.string(), find: z.string().max(200) }),
    z.object({ operations: z.array(operationSchema) }),
  ),
  /** An operation beside a role, with the given member mapping; null lets Milepost suggest one. */
  propose: request(
    z.object({
      role: z.string(),
      operationId: z.string(),
      members: memberMapSchema.nullable(),
      answer: answerChoicesSchema,
    }),
    operationSchema.extend({
      role: z.string(),
      words: z.string(),
      wanted: z.array(z.object({ name: z.string(), needed: z.boolean() })),
      members: z.array(
        z.object({
          name: z.string(),
          place: z.enum(['path', 'query', 'header', 'body']),
          required: z.boolean(),
          /**
           * The value that Milepost fills in, as JSON, where the document allows only one; null where it allows
           * several.
           */
          fixed: z.string().nullable(),
        }),
      ),
      /** Which of the operation's members would serve as the role's. */
      map: memberMapSchema,
      /** What the role needs of the answer: where it is, and the declared places that may hold it. */
      answer: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          needed: z.boolean(),
          at: z.string().nullable(),
          options: z.array(z.object({ pointer: z.string(), type: z.string() })),
        }),
      ),
      /** Those that the user chose. */
      choices: z.record(z.string(), z.string()),
    }),
  ),
  /**
   * Binds a role to an operation, once the user has confirmed it outside the page. Fails with `not_bindable`,
   * `not_confirmed`, or `confirmation_unavailable` where nobody can be asked.
   */
  bind: request(
    z.object({
      role: z.string(),
      operationId: z.string(),
      members: memberMapSchema.nullable(),
      answer: answerChoicesSchema,
    }),
    z.undefined(),
  ),
  /** Removes the user's binding: the role follows the automatic rule again. */
  release: request(z.object({ role: z.string() }), z.undefined()),
  /** Opens the marketplace after a start in which everything from outside was held back. */
  open: request(z.undefined(), z.undefined()),
  /** Fetches the service's OpenAPI document again. */
  refresh: request(z.undefined(), z.undefined()),
  /**
   * Whether the service requested a wait (§7.1): until when, in UTC ms, and what is waiting, in words. `tooLong`: it is
   * so long that the user may ask once in spite of it, with the length it named, in ms.
   */
  wait: request(
    z.undefined(),
    z.object({
      until: z.number().nullable(),
      waiting: z.array(z.string()),
      tooLong: z.object({ namedMs: z.number() }).optional(),
    }),
  ),
  /**
   * Asks the service once in spite of a long wait. Where it answers, the user's own requests go out from then on; what
   * is automatic waits on. Fails with what the service says.
   */
  askOnce: request(z.undefined(), z.undefined()),
  /** Gives up all waiting reads and writes; none of them is sent. */
  cancelWait: request(z.undefined(), z.undefined()),
  ...providerRequests,
};
