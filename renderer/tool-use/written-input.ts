import { isObject } from '#shared/json.ts';

export type WrittenInput = { ok: true; input: Record<string, unknown> } | { ok: false; why: string };

/** An input that a user wrote as JSON: an object, since a quote requires one. */
export function readWrittenInput(text: string): WrittenInput {
  if (text.trim() === '') return { ok: true, input: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { ok: false, why: 'Write an object: members between { and }.' };
    return { ok: true, input: { ...value } };
  } catch (error) {
    return { ok: false, why: `This is not JSON. ${error instanceof Error ? error.message : ''}`.trim() };
  }
}

export const writtenOut = (input: unknown): string => JSON.stringify(input, null, 2);
