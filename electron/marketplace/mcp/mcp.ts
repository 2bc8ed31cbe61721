import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { McpReport, McpTool } from '#shared/contract/program/connections.ts';
import type { Reply, RequestOptions, Role } from '../http/answer.ts';
import { contractFailureOf } from '../http/contract-failure.ts';
import { RequestFailed, requestFailure } from '../http/request-failure.ts';
import {
  isReadRole,
  READ_ROLES,
  type ReadRole,
  readRoleLabel,
  type ToolRoleNames,
} from '../openapi/read-roles.ts';
import { ROLE_FACTS } from '../openapi/roles.ts';
import { bounded } from '../outside/bounded.ts';
import type { Outside } from '../outside/outside.ts';
import { CALL_TIMEOUT_MS, type ConnectionDeps, createConnection } from './connection.ts';
import { replyOf, saysError, structuredContentOf } from './role-request.ts';

/** The user's choice, stored for each marketplace. */
export const mcpChoiceSchema = z.object({ on: z.boolean(), readonly: z.boolean(), useForReads: z.boolean() });
export type McpChoice = z.infer<typeof mcpChoiceSchema>;

export type McpDeps = ConnectionDeps & {
  outside: Outside;
  choice: { read(): McpChoice | undefined; write(choice: McpChoice): void };
};

export type Mcp = {
  report(): McpReport;
  /** Throws contract errors. */
  connect(readonly: boolean): Promise<void>;
  disconnect(): Promise<void>;
  tryTool: ContractHandlers['mcp']['tryTool'];
  useForReads(use: boolean): Promise<void>;
  /** Sends a role's request over MCP if the user chose so and a listed tool covers it; null means HTTP. */
  ask(
    role: Role,
    members: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<Reply | null>;
  close(): void;
};

const DEFAULT_CHOICE: McpChoice = { on: false, readonly: true, useForReads: false };
const CHOSEN = 'The catalogue is read over the tool connection (MCP), as chosen in Settings.';

/**
 * The tool connection of a marketplace: read-only unless the user asks for the full list (§4, rule 1), and only for
 * reading. Nothing is bought over it, whatever it lists.
 */
export function createMcp(deps: McpDeps): Mcp {
  const connection = createConnection(deps);
  let known: { tools: unknown; roles: ToolRoleNames | null; reading: Promise<ToolRoleNames> } | null = null;

  const choice = (): McpChoice => deps.choice.read() ?? DEFAULT_CHOICE;
  const choose = (change: Partial<McpChoice>): void => deps.choice.write({ ...choice(), ...change });

  /** The tools that cover roles, computed by the worker once per list. */
  const rolesNow = (): { roles: ToolRoleNames | null; reading: Promise<ToolRoleNames> } => {
    const { tools } = connection.state();
    if (known?.tools === tools) return known;
    const reading = deps.outside
      .run('mcpRoles', { tools: tools.map(reduced) })
      .then((done) => (done.ok ? done.value : uncovered(`The list of tools cannot be used: ${done.why}.`)));
    const now = {
      tools,
      roles: null as ToolRoleNames | null,
      reading: reading.then((roles) => {
        now.roles = roles;
        return roles;
      }),
    };
    known = now;
    void now.reading.then(deps.onChange);
    return now;
  };

  const connect = async (readonly: boolean, more: Partial<McpChoice> = {}): Promise<void> => {
    try {
      await connection.open(readonly);
    } catch (error) {
      throw failureFrom(error);
    }
    try {
      choose({ on: true, readonly, ...more });
    } catch (error) {
      // A choice that could not be stored does not apply.
      await connection.close();
      throw error;
    }
    await rolesNow().reading;
    deps.onChange();
  };

  const askOver = async (
    role: ReadRole,
    members: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ): Promise<Reply | null> => {
    try {
      if (connection.state().session === null) await connection.open(choice().readonly);
      const { tool: name, answer } = (await rolesNow().reading)[role];
      const tool = connection.state().tools.find((one) => one.name === name);
      if (tool === undefined) return null;
      const done = await deps.outside.run('mcpInput', { role, tool: reduced(tool), members });
      const made = done.ok ? done.value : { ok: false as const, why: `It was not sent: ${done.why}.` };
      if (!made.ok) return requestFailure('invalid_request', 'not_sent', made.why);
      const { result, requestId } = await connection.call(tool.name, JSON.parse(made.body), {
        timeoutMs: options.deadlineMs ?? ROLE_FACTS[role].deadlineMs,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      return replyOf(result, requestId, deps.clock(), answer ?? undefined);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      return { ok: false, failure: { ...error.failure, message: `${CHOSEN} ${error.failure.message}` } };
    }
  };

  return {
    report: () => {
      const { readonly, ...state } = connection.state();
      const chosen = choice();
      return {
        ...state,
        readonly: state.state === 'off' ? chosen.readonly : readonly,
        roles: READ_ROLES.map((role) => {
          const { tool, why } = (rolesNow().roles ?? uncovered('The list of tools is being read.'))[role];
          return { role, words: readRoleLabel(role), tool, why };
        }),
        useForReads: chosen.on && chosen.useForReads,
      };
    },
    connect: (readonly) => connect(readonly),
    disconnect: async () => {
      choose({ on: false, useForReads: false });
      await connection.close();
    },
    useForReads: async (use) => {
      if (use && connection.state().session === null) return connect(choice().readonly, { useForReads: use });
      choose({ useForReads: use });
      deps.onChange();
    },
    tryTool: async ({ name, input }) => {
      const tool = connection.state().tools.find((one) => one.name === name);
      if (tool === undefined) fail('not_listed', 'The service does not list this tool, so it is not called.');
      if (!tool.readOnly)
        fail(
          'not_read_only',
          'This tool does not say that it changes nothing, so it is not tried from here.',
        );
      const started = performance.now();
      try {
        const { result, requestId } = await connection.call(name, input, { timeoutMs: CALL_TIMEOUT_MS });
        const { found, value } = structuredContentOf(result);
        return {
          isError: saysError(result),
          result: found ? value : result,
          requestId,
          durationMs: Math.round(performance.now() - started),
        };
      } catch (error) {
        throw failureFrom(error);
      }
    },
    ask: async (role, members, options = {}) => {
      const { on, useForReads } = choice();
      return on && useForReads && isReadRole(role) ? askOver(role, members, options) : null;
    },
    close: () => connection.abandon(),
  };
}

/** Without an oversized schema, which is not even passed on. */
const reduced = (tool: McpTool): McpTool => ({
  ...tool,
  inputSchema: bounded(tool.inputSchema) ? tool.inputSchema : false,
  outputSchema: bounded(tool.outputSchema) ? tool.outputSchema : null,
  annotations: null,
});

const uncovered = (why: string): ToolRoleNames =>
  Object.fromEntries(READ_ROLES.map((role) => [role, { tool: null, why, answer: null }])) as ToolRoleNames;

const failureFrom = (error: unknown): unknown =>
  error instanceof RequestFailed ? contractFailureOf(error.failure) : error;
