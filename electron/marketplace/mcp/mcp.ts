import { z } from 'zod';
import type { McpReport } from '#shared/contract/connections.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Asked, AskOptions, Role } from '../answer.ts';
import { askFailure } from '../asked.ts';
import { contractFailureOf } from '../contract-failure.ts';
import { RequestFailed } from '../guarded-fetch.ts';
import { ROLE_FACTS } from '../openapi/roles.ts';
import { CALL_TIMEOUT_MS, type ConnectionDeps, createConnection } from './connection.ts';
import { askedOf, contentOf, saysError, toolInput } from './role-request.ts';
import { isReadRole, READ_ROLES, type ReadRole, roleWords, type ToolRoles, toolRoles } from './tool-roles.ts';

/** What the person chose, kept for each marketplace. */
export const mcpChoiceSchema = z.object({ on: z.boolean(), readonly: z.boolean(), useForReads: z.boolean() });
export type McpChoice = z.infer<typeof mcpChoiceSchema>;

export type McpDeps = ConnectionDeps & {
  choice: { read(): McpChoice | undefined; write(choice: McpChoice): void };
};

export type Mcp = {
  report(): McpReport;
  /** Throws what crosses the contract. */
  connect(readonly: boolean): Promise<void>;
  disconnect(): Promise<void>;
  tryTool: ContractHandlers['mcp']['tryTool'];
  useForReads(use: boolean): Promise<void>;
  /** Asks for a role over MCP where the person chose so and a listed tool covers it; null where it goes over HTTP. */
  ask(role: Role, members: Readonly<Record<string, unknown>>, options?: AskOptions): Promise<Asked | null>;
  close(): void;
};

const NOT_CHOSEN: McpChoice = { on: false, readonly: true, useForReads: false };
const CHOSEN = 'The catalogue is read over the tool connection (MCP), as chosen in Settings.';

/**
 * The tool connection of one marketplace: read-only unless the person asks for the full list (§4, rule 1), and only
 * for reading. Nothing is bought over it, whatever it lists.
 */
export function createMcp(deps: McpDeps): Mcp {
  const connection = createConnection(deps);
  let known: { tools: unknown; roles: ToolRoles } | null = null;

  const choice = (): McpChoice => deps.choice.read() ?? NOT_CHOSEN;
  const choose = (change: Partial<McpChoice>): void => deps.choice.write({ ...choice(), ...change });

  const roles = (): ToolRoles => {
    const { tools } = connection.state();
    if (known?.tools !== tools) known = { tools, roles: toolRoles(tools) };
    return known.roles;
  };

  const connect = async (readonly: boolean): Promise<void> => {
    try {
      await connection.open(readonly);
    } catch (error) {
      throw told(error);
    }
    choose({ on: true, readonly });
    deps.onChange();
  };

  const askOver = async (
    role: ReadRole,
    members: Readonly<Record<string, unknown>>,
    options: AskOptions,
  ): Promise<Asked | null> => {
    try {
      if (connection.state().session === null) await connection.open(choice().readonly);
      const { operation } = roles()[role];
      if (operation === null) return null;
      const made = toolInput(role, operation, members);
      if (!made.ok) return askFailure('invalid_request', 'not_sent', made.why);
      const { result, requestId } = await connection.call(operation.id, made.input, {
        timeoutMs: options.deadlineMs ?? ROLE_FACTS[role].deadlineMs,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      return askedOf(result, requestId, deps.clock());
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
          const { operation, why } = roles()[role];
          return { role, words: roleWords(role), tool: operation?.id ?? null, why };
        }),
        useForReads: chosen.on && chosen.useForReads,
      };
    },
    connect,
    disconnect: async () => {
      choose({ on: false, useForReads: false });
      await connection.close();
    },
    useForReads: async (use) => {
      if (use && connection.state().session === null) await connect(choice().readonly);
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
        const { found, value } = contentOf(result);
        return {
          isError: saysError(result),
          result: found ? value : result,
          requestId,
          durationMs: Math.round(performance.now() - started),
        };
      } catch (error) {
        throw told(error);
      }
    },
    ask: async (role, members, options = {}) => {
      const { on, useForReads } = choice();
      return on && useForReads && isReadRole(role) ? askOver(role, members, options) : null;
    },
    close: () => connection.abandon(),
  };
}

const told = (error: unknown): unknown =>
  error instanceof RequestFailed ? contractFailureOf(error.failure) : error;
