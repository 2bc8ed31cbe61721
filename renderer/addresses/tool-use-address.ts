/** The address of the screen for filling in a Tool. */
import { codecs, objectOf, one, text } from './codecs.ts';

export type ToolUseAddress = {
  toolRef: string;
  /** The initial input; null where the address has none, or its input was cut short. */
  given: Record<string, unknown> | null;
};

const TOOL_USE = codecs<ToolUseAddress>({
  toolRef: text('ref', 'no Tool is chosen'),
  given: one<ToolUseAddress['given']>('input', {
    parse: (json) => objectOf(json) ?? undefined,
    write: (given) => (given === null || Object.keys(given).length === 0 ? null : JSON.stringify(given)),
    otherwise: null,
    instead: 'nothing is filled in by it',
  }),
});

export const toolUsePath = (toolRef: string, given: Readonly<Record<string, unknown>> = {}): string =>
  TOOL_USE.path('/catalogue/tool/use', { toolRef, given });

/** Null where the address names no Tool. */
export function readToolUseAddress(search: string): ToolUseAddress | null {
  const address = TOOL_USE.read(new URLSearchParams(search));
  return address.toolRef === '' ? null : address;
}
export const unreadOfToolUse = TOOL_USE.unread;
