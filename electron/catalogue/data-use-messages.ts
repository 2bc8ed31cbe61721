import type { ToolDetail } from '#shared/contract/catalogue.ts';
import { member, membersOf } from '../marketplace/answers/reading.ts';

const plain = (token: string): string => token.replaceAll('_', ' ');

/**
 * States which data is sent to whom, one sentence for all inputs with the same use (§1.7). Inputs are named unless the
 * use applies to all of them.
 */
export function dataUseMessages({
  dataUse,
  inputJsonSchema: schema,
  provider,
}: Pick<ToolDetail, 'dataUse' | 'inputJsonSchema' | 'provider'>): string[] {
  const inputs = Object.keys(membersOf(member(schema, 'properties')) ?? {});
  const noOthers = member(schema, 'additionalProperties') === false;
  const namesByUse = new Map<string, string[]>();
  for (const use of dataUse) {
    const purposes = use.purposes.map(plain).join(', ') || 'not given';
    const recipient = use.recipient === provider.slug ? (provider.name ?? use.recipient) : use.recipient;
    const sentence = `to ${recipient} (${plain(use.classification)}; purpose: ${purposes})`;
    const name = use.inputPointer.replace(/^\//, '');
    namesByUse.set(sentence, [...(namesByUse.get(sentence) ?? []), name]);
  }
  return [...namesByUse].map(([sentence, names]) => {
    const isAll = names.includes('') || (noOthers && inputs.every((input) => names.includes(input)));
    return `${isAll ? 'the whole request' : names.join(', ')}, ${sentence}`;
  });
}
