import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActivityRow } from '#shared/contract/activity.ts';
import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { App } from '../../../electron/app.ts';
import {
  type ControlClient,
  controlClient,
  type FaultInput,
} from '../../../electron/demo-marketplace/control-client.ts';
import { type DemoMarketplace, startDemoMarketplace } from '../../../electron/demo-marketplace/index.ts';
import { appOn, keychainWith } from '../app-on.ts';

export type ProductOptions = { key?: string | null; fetch?: typeof globalThis.fetch; dataDir?: string };

/** The whole product over a data folder of its own, on the marketplace at `address`. */
export type Product = {
  app: App;
  handlers: ContractHandlers;
  dataDir: string;
  /** The activity row of the answer with this request id; the newest one of its role where none is given. */
  row(requestId: string | undefined, role?: string): Promise<ActivityRow>;
  /** Resolves at the next event that tells of `topic`. */
  told(topic: string): Promise<void>;
  close(): Promise<void>;
};

export async function openProduct(address: string, options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'milepost-surface-'));
  const app = await appOn({
    dataDir,
    marketplace: address,
    keychain: keychainWith(
      () => new URL(address).origin,
      () => options.key ?? null,
    ),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const { handlers } = app;
  return {
    app,
    handlers,
    dataDir,
    row: async (requestId, role) => {
      const { rows } = await handlers.activity.list({ limit: 500 });
      const found = rows.find(
        (row) =>
          (requestId === undefined || row.requestId === requestId || row.requestIdSent === requestId) &&
          (role === undefined || row.role === role),
      );
      if (found === undefined) throw new Error(`No activity row of ${requestId ?? role}.`);
      return found;
    },
    told: (topic) =>
      new Promise((resolve) => {
        const stop = app.subscribe((_, payload) => {
          const { topics } = payload as { topics?: string[] };
          if (topics?.includes(topic) !== true) return;
          stop();
          resolve();
        });
      }),
    close: async () => {
      await app.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The embedded marketplace with its control surface, over real HTTP. */
export type Marketplace = { demo: DemoMarketplace; control: ControlClient; url: string };

export async function openEmbedded(): Promise<Marketplace> {
  const demo = await startDemoMarketplace({ control: {} });
  if (demo.control === undefined) throw new Error('The marketplace was started without its control surface.');
  return { demo, control: controlClient(demo.control), url: demo.baseUrl };
}

/** A fault that meets every request of an endpoint until it is cleared: what the product asks by itself changes nothing. */
type WithoutTimes<Fault> = Fault extends unknown ? Omit<Fault, 'times'> : never;
export const always = (control: ControlClient, fault: WithoutTimes<FaultInput>): Promise<number> =>
  control.inject({ ...fault, times: 'always' } as FaultInput);

/** What the person is told where a request of the contract fails; throws where it does not. */
export async function toldBy(asked: unknown): Promise<Failure> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure;
    throw error;
  }
  throw new Error('It should have failed.');
}
