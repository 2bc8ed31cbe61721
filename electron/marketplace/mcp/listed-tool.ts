import type { McpTool } from '#shared/contract/program/connections.ts';
import { namesCertainAct } from '../answers/acting-names.ts';
import { wordsOf } from '../answers/fold.ts';
import { flag, list, member, text } from '../answers/reading.ts';

/** Bounds a list made to be endless. */
const MAX_PAGES = 50;
const MAX_TOOLS = 1_000;

/** One page of `tools/list`. */
export type ListedToolPage = { tools: readonly unknown[]; nextCursor: string | null };

export type ToolListing = { tools: McpTool[]; notices: string[] };

/**
 * Reads a listed tool; null if it has no name. It may be tried only if it declares itself read-only, or if it is in a
 * read-only list (§4, rule 1), and neither its name nor a hint says otherwise.
 */
function readListedTool(value: unknown, readonlyList: boolean): McpTool | null {
  const name = text(member(value, 'name'));
  if (name === null || name.length > 200) return null;
  const annotations = member(value, 'annotations') ?? null;
  const saysReadOnly = flag(member(annotations, 'readOnlyHint'));
  // Trying it sends the key, and is not confirmed outside the page.
  const speaksAgainst =
    flag(member(annotations, 'destructiveHint')) === true || namesCertainAct(wordsOf(name));
  return {
    name,
    title: text(member(value, 'title')) ?? text(member(annotations, 'title')),
    description: text(member(value, 'description')) ?? '',
    readOnly: !speaksAgainst && (saysReadOnly ?? readonlyList),
    inputSchema: member(value, 'inputSchema') ?? null,
    outputSchema: member(value, 'outputSchema') ?? null,
    annotations,
  };
}

export function readToolPage(result: unknown): ListedToolPage {
  return { tools: list(member(result, 'tools')), nextCursor: text(member(result, 'nextCursor')) };
}

/** Reads the list page by page; loops and endless lists are reported. */
export async function readCompleteList(
  readPage: (cursor: string | null) => Promise<ListedToolPage>,
  readonlyList: boolean,
): Promise<ToolListing> {
  const tools = new Map<string, McpTool>();
  const notices: string[] = [];
  const seen = new Set<string>();
  let unreadable = 0;
  let twice = 0;
  let cursor: string | null = null;
  for (let page = 0; ; page++) {
    const { tools: found, nextCursor }: ListedToolPage = await readPage(cursor);
    for (const value of found) {
      const tool = readListedTool(value, readonlyList);
      if (tool === null) unreadable++;
      else if (tools.has(tool.name)) twice++;
      else tools.set(tool.name, tool);
    }
    if (nextCursor === null) break;
    if (seen.has(nextCursor) || page + 1 >= MAX_PAGES || tools.size >= MAX_TOOLS) {
      notices.push('The list of tools does not come to an end; what was read of it is shown.');
      break;
    }
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  if (unreadable > 0) notices.push(`${unreadable} of the listed tools could not be read.`);
  if (twice > 0)
    notices.push(`${twice} of the listed tools have a name that another one has; the first counts.`);
  return { tools: [...tools.values()].slice(0, MAX_TOOLS), notices };
}
