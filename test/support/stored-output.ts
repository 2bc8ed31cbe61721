import type { ContractHandlers } from '#shared/contract/index.ts';
import { jsonOrText } from '#shared/exact-json.ts';

/** The text of a stored output, put together as a page does it. */
export async function storedText(
  { outputs }: Pick<ContractHandlers, 'outputs'>,
  purchaseId: string,
): Promise<string> {
  let text = '';
  for (let offset = 0, done = false; !done; ) {
    const piece = await outputs.text({ purchaseId, offset });
    text += piece.text;
    offset = piece.next;
    done = piece.done;
  }
  return text;
}

/** A stored output with its value. */
export const storedOutput = async (handlers: Pick<ContractHandlers, 'outputs'>, purchaseId: string) => ({
  ...(await handlers.outputs.read({ purchaseId })),
  output: jsonOrText(await storedText(handlers, purchaseId)),
});
