import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Mcp } from './mcp.ts';

/** The handlers of `mcp`: the tool connection of the current marketplace, for Settings. */
export function mcpHandlers(mcp: () => Mcp): ContractHandlers['mcp'] {
  return {
    read: () => mcp().report(),
    connect: async ({ readonly }) => {
      const current = mcp();
      await current.connect(readonly);
      return current.report();
    },
    disconnect: async () => {
      const current = mcp();
      await current.disconnect();
      return current.report();
    },
    tryTool: (input) => mcp().tryTool(input),
    chooseForReads: async ({ use }) => {
      const current = mcp();
      await current.useForReads(use);
      return current.report();
    },
  };
}
