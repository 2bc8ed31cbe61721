import { randomBytes } from 'node:crypto';
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
import { type Controlled, createControl } from './control.ts';
import { type ControlAddress, type ControlClient, controlClient } from './control-client.ts';
import { usualBehaviour } from './controlled-behaviour.ts';
import { faultGate } from './fault-gate.ts';
import { createFaults } from './faults.ts';
import { changedTools, rewriteMetadata, turnKnobs } from './knobs/knobs.ts';
import { answeringPath, namesAsDeclared, openApiText } from './openapi-variants.ts';

export type ControlledMarketplace = DemoMarketplace & { control: ControlAddress & ControlClient };

export type ControlledOptions = Omit<DemoMarketplaceOptions, 'intercept'> & {
  /** Any free port and a new secret where absent. */
  control?: { port?: number; secret?: string };
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
  control = {},
  ...options
}: ControlledOptions = {}): Promise<ControlledMarketplace> {
  let controlled: Controlled | undefined;
  const demo = await startDemoMarketplace({
    ...options,
    intercept(parts) {
      const { market, handlers } = parts;
      const behaviour = usualBehaviour();
      turnKnobs(market, handlers, behaviour);
      const tools = market.tools.map((tool) =>
        tool.capabilityId === AWARD_CAPABILITY ? driftingTool(tool, () => behaviour.award) : tool,
      );
      const ofBoth = [...tools, ...tools.flatMap(bySecondProvider)];
      Object.defineProperties(market, {
        tools: { get: () => changedTools(behaviour.secondProvider ? ofBoth : tools, behaviour) },
        devicePollSeconds: { get: () => behaviour.oauth.intervalSeconds },
      });
      const faults = createFaults();
      const seen = { counts: {}, last: [] };
      controlled = { ...parts, behaviour, faults, seen };
      const gate = namesAsDeclared(behaviour, faultGate(faults, seen));
      return {
        gate: (endpoint, context, next) =>
          gate(endpoint, context, async () => {
            await next();
            await rewriteMetadata(context, behaviour);
          }),
        pathOf: (path) => answeringPath(path, behaviour),
        document: () => openApiText(market.origin(), behaviour.openapi),
        headers: (endpoint) => ({ ...behaviour.headers['*'], ...behaviour.headers[endpoint] }),
      };
    },
  });
  if (controlled === undefined)
    throw new Error('The marketplace was started without what tests put into it.');
  const secret = control.secret ?? randomBytes(24).toString('base64url');
  const surface = await listen(createControl(controlled, secret).fetch, control.port ?? 0);
  const address = { url: surface.url, secret };
  return {
    ...demo,
    control: { ...address, ...controlClient(address) },
    async close() {
      await end(surface.server);
      await demo.close();
    },
  };
}
