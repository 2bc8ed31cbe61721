import { isObject } from '#shared/json.ts';

export type ToolInputRead = { ok: true; input: Record<string, unknown> } | { ok: false; why: string };

const membersOf = (value: unknown): Record<string, unknown> | null => (isObject(value) ? value : null);

/** An initial input for a tool, as JSON text: its required members, with the schema's suggestion for each. */
export function toolInputBegun(schema: unknown): string {
  const properties = membersOf(membersOf(schema)?.properties) ?? {};
  const required = membersOf(schema)?.required;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const input = Object.fromEntries(names.map((name) => [name, suggested(properties[name])]));
  return JSON.stringify(input, null, 2);
}

function suggested(schema: unknown): unknown {
  const members = membersOf(schema) ?? {};
  const [example] = Array.isArray(members.examples) ? members.examples : [];
  const [choice] = Array.isArray(members.enum) ? members.enum : [];
  if (members.default !== undefined) return members.default;
  if (example !== undefined || choice !== undefined) return example ?? choice;
  if (members.type === 'array') return [];
  if (members.type === 'object') return {};
  if (members.type === 'boolean') return false;
  return members.type === 'integer' || members.type === 'number' ? (members.minimum ?? 0) : '';
}

/** Reads the typed input, or says what is wrong with it. */
export function readToolInput(typed: string): ToolInputRead {
  if (typed.trim() === '') return { ok: true, input: {} };
  try {
    const input = membersOf(JSON.parse(typed));
    return input === null ? { ok: false, why: 'The input must be a JSON object.' } : { ok: true, input };
  } catch {
    return { ok: false, why: 'That is not JSON.' };
  }
}
