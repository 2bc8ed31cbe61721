import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../status/status-query.ts';
import { awardToolsQuery } from './award-tools-query.ts';
import { NOT_READ_YET, quoteObstacle } from './quote-obstacle.ts';
import { openQuote } from './quote-sheet.ts';

/**
 * Asks for a quote of a saved search once more; buys nothing. `obstacle`: why it cannot be asked for now, in a sentence;
 * null where it can.
 */
export function useSearchAgain(): {
  obstacle: string | null;
  again: (input: Record<string, unknown>) => void;
} {
  const { data: status } = useQuery(statusQuery);
  const { data: tools } = useQuery(awardToolsQuery);
  const offered = tools?.tools ?? [];
  const tool = offered.find(({ drift }) => drift === null) ?? offered[0] ?? null;
  const obstacle =
    status === undefined
      ? NOT_READ_YET
      : quoteObstacle({
          network: status.network.state,
          key: status.key,
          posture: tools === undefined ? undefined : (tool?.posture ?? null),
          drifted: tool !== null && tool.drift !== null,
        });
  return {
    obstacle,
    again: (input) => {
      if (tool !== null) void openQuote({ toolRef: tool.tool.toolRef, input });
    },
  };
}
