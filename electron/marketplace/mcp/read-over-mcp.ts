import type { LiveMarketplace } from '../marketplace.ts';
import type { Mcp } from './mcp.ts';

/**
 * A marketplace whose catalogue is read over its tool connection, if the user chose so and a listed tool covers the
 * role. Everything else, and anything that costs money, uses HTTP.
 */
export function readingOverMcp(live: LiveMarketplace, mcp: Mcp): LiveMarketplace {
  return {
    ...live,
    ask: async (role, members, options) =>
      (await mcp.ask(role, members, options)) ?? live.ask(role, members, options),
    available: (role) => {
      const overHttp = live.available(role);
      const { useForReads, roles } = mcp.report();
      const covered = useForReads && roles.some((one) => one.role === role && one.tool !== null);
      return covered ? { ok: true } : overHttp;
    },
    close: () => {
      mcp.close();
      live.close();
    },
  };
}
