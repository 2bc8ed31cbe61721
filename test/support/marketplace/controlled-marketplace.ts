import type { OfferedTool } from '../../../electron/demo-marketplace/catalogue/tool.ts';
import {
  type DemoMarketplace,
  type DemoMarketplaceOptions,
  end,
  listen,
  startDemoMarketplace,
} from '../../../electron/demo-marketplace/index.ts';
import { AWARD_CAPABILITY } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import { listTool } from '../../../electron/demo-marketplace/tools/tool-listing.ts';
import { driftingTool } from './award-drift.ts';
import { usualBehaviour } from './behaviour.ts';
import { type Controlled, createControl } from './control.ts';
import { type ControlAddress, type ControlClient, controlClient } from './control-client.ts';
import { faultGate } from './fault-gate.ts';
import { createFaults } from './faults.ts';
import { planCalls } from './planned-calls.ts';

export type ControlledMarketplace = DemoMarketplace & { control: ControlAddress & ControlClient };

export type ControlledOptions = Omit<DemoMarketplaceOptions, 'intercept'> & {
  /** Any free port where absent. */
  controlPort?: number;
};

/** The same award search as another provider lists it, with the same IDs and another price. */
const bySecondProvider = (tool: OfferedTool): OfferedTool[] =>
  tool.capabilityId !== AWARD_CAPABILITY
    ? []
    : [
        listTool({
          ...tool,
          capabilityId: 'get.seatscan.api-awards-search',
          title: 'Award seat scan',
          provider: { name: 'Seat Scan', slug: 'seatscan' },
          units: '11000',
          timeoutMs: 10_000,
        }),
      ];

/** Starts the embedded marketplace with a control surface, through which tests change its behaviour and answers. */
export async function startControlledMarketplace({
  controlPort = 0,
  ...options
}: ControlledOptions = {}): Promise<ControlledMarketplace> {
  let controlled: Controlled | undefined;
  const demo = await startDemoMarketplace({
    ...options,
    intercept(parts) {
      const { market, handlers } = parts;
      const behaviour = usualBehaviour();
      planCalls(market, handlers, behaviour);
      const tools = market.tools.map((tool) =>
        tool.capabilityId === AWARD_CAPABILITY ? driftingTool(tool, () => behaviour.award) : tool,
      );
      const ofBoth = [...tools, ...tools.flatMap(bySecondProvider)];
      const changed = (tool: OfferedTool): OfferedTool[] => {
        const { hidden = false, ...change } = behaviour.tools[tool.capabilityId] ?? {};
        return hidden ? [] : [{ ...tool, ...change }];
      };
      Object.defineProperties(market, {
        tools: { get: () => (behaviour.secondProvider ? ofBoth : tools).flatMap(changed) },
        devicePollSeconds: { get: () => behaviour.devicePollSeconds },
      });
      controlled = { ...parts, behaviour, faults: createFaults(), seen: new Map() };
      return faultGate(controlled.faults, controlled.seen);
    },
  });
  if (controlled === undefined)
    throw new Error('The marketplace was started without what tests put into it.');
  const surface = await listen(createControl(controlled).fetch, controlPort);
  const address = { url: surface.url };
  return {
    ...demo,
    control: { ...address, ...controlClient(address) },
    async close() {
      await end(surface.server);
      await demo.close();
    },
  };
}
