import type { Role } from '../http/answer.ts';
import type { AnswerMap } from '../service/answer-map.ts';
import { ROLE_FACTS } from './roles.ts';

/** The catalogue reads that may go over MCP instead of HTTP. Money stays on HTTP. */
export const READ_ROLES = [
  'freshness',
  'list',
  'search',
  'describe',
  'compare',
] as const satisfies readonly Role[];
export type ReadRole = (typeof READ_ROLES)[number];

export const isReadRole = (role: Role): role is ReadRole => READ_ROLES.some((one) => one === role);

/** The name of the tool that covers a role, and where its answer holds what the role needs; null if none does. */
export type ToolRoleName = { tool: string | null; why: string; answer: AnswerMap | null };
export type ToolRoleNames = Readonly<Record<ReadRole, ToolRoleName>>;

/** The label in Settings. */
export const readRoleLabel = (role: ReadRole): string => ROLE_FACTS[role].words;
