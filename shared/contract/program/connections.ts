import { z } from 'zod';
import { request } from '../define.ts';

const none = z.undefined();

/** A mapped failure of a connection, shown where no request of the page failed. */
const troubleSchema = z.object({
  code: z.string(),
  words: z.string(),
  requestId: z.string().nullable(),
  /** UTC ms. */
  at: z.number(),
});

/** One tool as `tools/list` returned it; names, words and schemas are the service's own. */
const mcpToolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  /** Whether it, or its read-only list, declares that it changes nothing: only then can it be tried. */
  readOnly: z.boolean(),
  inputSchema: z.unknown(),
  outputSchema: z.unknown(),
  annotations: z.unknown(),
});
export type McpTool = z.infer<typeof mcpToolSchema>;

/** A role of the catalogue and the listed tool that covers it, or why none does. */
const mcpRoleSchema = z.object({
  role: z.string(),
  words: z.string(),
  tool: z.string().nullable(),
  why: z.string(),
});

/** The tool connection (MCP, §4) as Settings shows it. */
const mcpReportSchema = z.object({
  /** The address with the query that it is opened with. */
  address: z.string(),
  state: z.enum(['off', 'connecting', 'connected', 'failed']),
  /** Whether it is opened with `readonly=1` (§4, rule 1). */
  readonly: z.boolean(),
  trouble: troubleSchema.nullable(),
  session: z
    .object({
      protocolVersion: z.string().nullable(),
      server: z.object({ name: z.string(), version: z.string() }).nullable(),
      /** UTC ms. */
      startedAt: z.number(),
    })
    .nullable(),
  /** UTC ms at which the list was last read. */
  listedAt: z.number().nullable(),
  tools: z.array(mcpToolSchema),
  /** What could not be read of the list, in sentences. */
  notices: z.array(z.string()),
  roles: z.array(mcpRoleSchema),
  /** Whether the catalogue is read over this connection where a tool covers the role. */
  useForReads: z.boolean(),
});
export type McpReport = z.infer<typeof mcpReportSchema>;

export const mcpRequests = {
  read: request(none, mcpReportSchema),
  /** Opens the connection and reads the list of tools. */
  connect: request(z.object({ readonly: z.boolean() }), mcpReportSchema),
  disconnect: request(none, mcpReportSchema),
  /** Calls a listed read-only tool once and returns its answer as it was read. */
  tryTool: request(
    z.object({ name: z.string(), input: z.record(z.string(), z.unknown()) }),
    z.object({
      /** True where the tool itself reports failure. */
      isError: z.boolean(),
      result: z.unknown(),
      requestId: z.string().nullable(),
      durationMs: z.number(),
    }),
  ),
  chooseForReads: request(z.object({ use: z.boolean() }), mcpReportSchema),
};

/** The authorization server's own metadata (RFC 8414). */
export const authorizationServerSchema = z.object({
  issuer: z.string(),
  /** Flows that it offers and Milepost supports. */
  flows: z.array(z.enum(['device', 'code'])),
  /** Whether programs can register dynamically (RFC 7591). */
  registers: z.boolean(),
  scopes: z.array(z.string()),
  documentation: z.string().nullable(),
});

/** The protected-resource metadata (RFC 9728, §5.5) and the results of reading it. */
const resourceMetadataSchema = z.object({
  /** UTC ms. */
  readAt: z.number(),
  /** Where it was read. */
  address: z.string(),
  requestId: z.string().nullable(),
  resource: z.string().nullable(),
  /** Whether `resource` is the marketplace in use; if not, it is not used to connect. */
  matches: z.boolean(),
  authorizationServers: z.array(z.string()),
  scopes: z.array(z.string()),
  documentation: z.string().nullable(),
  name: z.string().nullable(),
  raw: z.unknown(),
  server: authorizationServerSchema.nullable(),
  /** Why the server's metadata could not be used; null where it could. */
  serverTrouble: z.string().nullable(),
});
export type ResourceMetadata = z.infer<typeof resourceMetadataSchema>;

/** Progress of "Connect in browser". The key itself is never part of it. */
const connectingSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('starting'), flow: z.enum(['device', 'code']) }),
  z.object({
    state: z.literal('waiting'),
    flow: z.enum(['device', 'code']),
    /** To be compared with, or typed into, the page in the browser. */
    userCode: z.string().nullable(),
    /** The page as a user would type it, and the address to open. */
    verification: z.string(),
    open: z.string(),
    /** UTC ms. */
    expiresAt: z.number(),
    scopes: z.array(z.string()),
    /** Whether the program has opened the page; if not, the user does. */
    opened: z.boolean(),
  }),
  z.object({
    state: z.literal('connected'),
    /** UTC ms. */
    at: z.number(),
    /** Scopes of the previous key, of the request, and of the current key; null where not known. */
    before: z.array(z.string()).nullable(),
    requested: z.array(z.string()),
    scopes: z.array(z.string()).nullable(),
    /** A scope that buying requires and the key lacks (§5.3). */
    missing: z.string().nullable(),
    /** UTC ms at which the key expires, where given. */
    endsAt: z.number().nullable(),
    replaced: z.boolean(),
    /** What happened to the previous key at the service, in words; null where it did not issue one. */
    oldKey: z.string().nullable(),
    storedIn: z.enum(['keychain', 'memory']),
  }),
  z.object({ state: z.literal('failed'), trouble: troubleSchema }),
]);
export type Connecting = z.infer<typeof connectingSchema>;

const oauthReportSchema = z.object({
  metadata: resourceMetadataSchema.nullable(),
  trouble: troubleSchema.nullable(),
  connecting: connectingSchema,
  /** Whether the program can open the page itself. */
  opensBrowser: z.boolean(),
});
export type OAuthReport = z.infer<typeof oauthReportSchema>;

export const oauthRequests = {
  read: request(none, oauthReportSchema),
  /** Reads the metadata again. */
  refresh: request(none, oauthReportSchema),
  /** Begins to connect; the result is read with `read`. An existing key is replaced once the new one has arrived. */
  connect: request(
    z.object({
      scopes: z.array(z.string()).max(50),
      flow: z.enum(['device', 'code']).optional(),
    }),
    oauthReportSchema,
  ),
  /** Opens the page in the user’s browser again. */
  open: request(none, oauthReportSchema),
  cancel: request(none, oauthReportSchema),
};
