import type { McpTool } from '#shared/contract/program/connections.ts';
import type { AnswerMap } from '../service/answer-map.ts';
import { answerMapOf } from '../service/derive-map.ts';
import { bindByWords } from './binding.ts';
import type { ApiOperation } from './document.ts';
import { READ_ROLES, type ReadRole, type ToolRoleName } from './read-roles.ts';
import { cursorOf } from './request-members.ts';
import { ROLE_FACTS } from './roles.ts';
import { standaloneSchemas } from './standalone-schema.ts';

type ToolRole =
  | { operation: ApiOperation; why: string; answer: AnswerMap }
  | { operation: null; why: string };
export type ToolRoles = Readonly<Record<ReadRole, ToolRole>>;

/**
 * Maps catalogue roles to listed tools by the words that also bind operations: a tool's name stands for the id, its
 * title for the summary, its schema for the body. No tool name is known in advance (§4: use only the names and
 * schemas that the list returns). Pure.
 */
function toolRoles(tools: readonly McpTool[]): ToolRoles {
  const bindings = bindByWords(tools.map(toolOperation));
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
    const { answers } = binding.operation;
    const answer = answerMapOf(role, answers, answers[0]);
    return answer.ok
      ? {
          operation: binding.operation,
          why: binding.why,
          answer: { ...answer.map, ...cursorOf(binding.operation, ROLE_FACTS[role]) },
        }
      : { operation: null, why: `“${tool.name}” fits, but ${answer.why}; it is read over HTTP.` };
  };
  return Object.fromEntries(READ_ROLES.map((role) => [role, roleOf(role)])) as Record<ReadRole, ToolRole>;
}

/** As above, with tool names only. */
export const toolRoleNames = (tools: readonly McpTool[]): Record<ReadRole, ToolRoleName> =>
  Object.fromEntries(
    Object.entries(toolRoles(tools)).map(([role, { why, ...found }]) => [
      role,
      {
        tool: found.operation?.id ?? null,
        answer: found.operation === null ? null : found.answer,
        why: why.slice(0, 500),
      },
    ]),
  ) as Record<ReadRole, ToolRoleName>;

/** A listed tool in the form of an operation. */
export function toolOperation(tool: McpTool): ApiOperation {
  const standalone = standaloneSchemas(tool.inputSchema, true);
  const schema = tool.inputSchema ?? true;
  const read = standalone(schema);
  return {
    id: tool.name,
    operationId: tool.name,
    // A read-only tool cannot be one that acts.
    method: tool.readOnly ? 'GET' : 'POST',
    path: '',
    declaredPath: '',
    tags: [],
    summary: tool.title ?? tool.description.slice(0, 200),
    deprecated: false,
    isPublic: null,
    parameters: [],
    saysReadOnly: tool.readOnly,
    body: read.ok ? { schema, required: true } : null,
    failures: [],
    answers: tool.outputSchema === null || tool.outputSchema === undefined ? [] : [tool.outputSchema],
    unusable: read.ok ? null : read.why,
    written: tool,
    root: tool.inputSchema,
    standalone,
  };
}
