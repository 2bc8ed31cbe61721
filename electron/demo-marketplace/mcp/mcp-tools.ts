import { isObject } from '#shared/json.ts';
import { ownEntry } from '#shared/own-entry.ts';
import type { JsonObject } from '../http/json.ts';
import { COMPONENT_SCHEMAS } from '../http/openapi.ts';
import { OPERATIONS, type Operation } from '../http/operations.ts';

/** A tool of the MCP endpoint: one operation under its MCP name. */
export type ServedTool = {
  name: string;
  operation: Operation;
  /** Whether it is offered to read-only connections (§4.1). */
  readonly: boolean;
  inputSchema: JsonObject & { type: 'object' };
};

const NAMES: Record<string, { name: string; readonly: boolean }> = {
  'platform.catalogueStatus': { name: 'ae_catalogue_status', readonly: true },
  'registry.tools.list': { name: 'ae_tool_list', readonly: true },
  'registry.tools.search': { name: 'ae_tool_search', readonly: true },
  'registry.tools.describe': { name: 'ae_tool_describe', readonly: true },
  'registry.tools.compare': { name: 'ae_tool_compare', readonly: true },
  'agentAccess.whoami': { name: 'ae_account', readonly: true },
  'agentAccess.balance': { name: 'ae_account_balance', readonly: true },
  'call.list': { name: 'ae_call_list', readonly: true },
  'call.status': { name: 'ae_call_status', readonly: true },
  'tool.quote': { name: 'ae_tool_quote', readonly: false },
  'tool.call': { name: 'ae_tool_call', readonly: false },
  'call.cancel': { name: 'ae_call_cancel', readonly: false },
};

/** A schema with its references resolved, since a tool's schema stands alone. Request schemas are not recursive. */
function inlined(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === 'string') return inlined(COMPONENT_SCHEMAS[schema.$ref.replace(/^.*\//, '')]);
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, inlined(member)]));
}

function inputSchema(operation: Operation): ServedTool['inputSchema'] {
  const body = operation.body ? (inlined({ $ref: operation.body.schema }) as JsonObject) : {};
  const parameters = operation.parameters ?? [];
  const required = [
    ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    ...((body.required as string[] | undefined) ?? []),
  ];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
      ),
      ...(isObject(body.properties) ? body.properties : {}),
    },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

export const MCP_TOOLS: readonly ServedTool[] = OPERATIONS.flatMap((operation) => {
  const known = ownEntry(NAMES, operation.id);
  return known ? [{ ...known, operation, inputSchema: inputSchema(operation) }] : [];
});
