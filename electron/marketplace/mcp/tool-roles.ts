import type { McpTool } from '#shared/contract/connections.ts';
import type { Role } from '../answer.ts';
import { bindByWords } from '../openapi/binding.ts';
import { declaredMembers } from '../openapi/declared-members.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { ROLE_FACTS } from '../openapi/roles.ts';
import { standaloneSchemas } from '../openapi/standalone-schema.ts';

/** What of the catalogue may be read over MCP instead of HTTP. Money stays on HTTP. */
export const READ_ROLES = [
  'freshness',
  'list',
  'search',
  'describe',
  'compare',
] as const satisfies readonly Role[];
export type ReadRole = (typeof READ_ROLES)[number];

export const isReadRole = (role: Role): role is ReadRole => READ_ROLES.some((one) => one === role);

export type ToolRole = { operation: ApiOperation; why: string } | { operation: null; why: string };
export type ToolRoles = Readonly<Record<ReadRole, ToolRole>>;

/**
 * Which listed tool covers which role of the catalogue, by the same words by which operations of a document are bound:
 * a tool's name stands for the id, its title for the summary, its schema for the body. No name of a tool is known in
 * advance (§4: use only the names and schemas that the list returns). Pure.
 */
export function toolRoles(tools: readonly McpTool[]): ToolRoles {
  const bindings = bindByWords(tools.map(asOperation));
  const roleOf = (role: ReadRole): ToolRole => {
    const binding = bindings[role];
    if (!binding.bound || binding.operation === null)
      return {
        operation: null,
        why: 'No listed tool fits this better than all others; it is read over HTTP.',
      };
    const tool = tools.find(({ name }) => name === binding.operation?.id);
    if (tool?.readOnly !== true)
      return {
        operation: null,
        why: `“${binding.operation.id}” fits, but does not say that it changes nothing; it is read over HTTP.`,
      };
    return { operation: binding.operation, why: binding.why };
  };
  return Object.fromEntries(READ_ROLES.map((role) => [role, roleOf(role)])) as Record<ReadRole, ToolRole>;
}

function asOperation(tool: McpTool): ApiOperation {
  const standalone = standaloneSchemas(tool.inputSchema)(tool.inputSchema);
  return {
    id: tool.name,
    operationId: tool.name,
    // A tool that says that it changes nothing cannot be one that acts.
    method: tool.readOnly ? 'GET' : 'POST',
    path: '',
    tags: [],
    summary: tool.title ?? tool.description.slice(0, 200),
    deprecated: false,
    isPublic: null,
    parameters: [],
    body: standalone.ok
      ? { schema: standalone.schema, required: true, members: declaredMembers(standalone.schema) }
      : null,
    unusable: standalone.ok ? null : standalone.why,
  };
}

/** For Settings. */
export const roleWords = (role: ReadRole): string => ROLE_FACTS[role].words;
