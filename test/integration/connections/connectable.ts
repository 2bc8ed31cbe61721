import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests } from '#shared/contract/index.ts';
import type { Connecting } from '#shared/contract/program/connections.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import type { Keychain } from '../../../electron/key/keychain.ts';
import { openAppOn } from '../../support/app-on.ts';
import type { ControlClient } from '../../support/marketplace/control-client.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { decideInBrowser } from './browser.ts';

/** The whole product and a marketplace that issues keys in the browser, with a user who decides there. */
export type Connectable = {
  demo: ControlledMarketplace;
  control: ControlClient;
  dataDir: string;
  readonly app: App;
  keychain: Keychain;
  /** The keychain's writes, in order; an empty text for each removal. */
  stored: string[];
  /** Everything that crossed the contract while connecting. */
  crossed: unknown[];
  /** Restarts the product, on another marketplace or the same. */
  restart(marketplace?: string): Promise<void>;
  /** Requests both scopes and is granted these. */
  connect(scopes: readonly string[]): Promise<Connecting & { state: 'connected' }>;
  close(): Promise<void>;
};

export async function openConnectable(): Promise<Connectable> {
  const demo = await startControlledMarketplace();
  const control = demo.control;
  await control.behave({ devicePollSeconds: 0.05 });
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-connections-'));
  const stored: string[] = [];
  const crossed: unknown[] = [];
  const keychain: Keychain = {
    store: async (_, key) => {
      stored.push(key);
      return { ok: true };
    },
    read: async () => stored.at(-1) ?? null,
    forget: async () => {
      stored.push('');
      return { ok: true };
    },
    works: async () => ({ works: true, words: '' }),
  };
  const start = (marketplace: string) =>
    openAppOn({
      dataDir,
      keychain,
      marketplace, // Only what a user asked for just now.
      confirm: async ({ title }) => title.startsWith('Forget the key'),
    });
  let app = await start(demo.baseUrl);

  async function connecting<State extends Connecting['state']>(
    state: State,
  ): Promise<Connecting & { state: State }> {
    for (;;) {
      const notified = new Promise<void>((resolve) => {
        const stop = app.subscribe((...event) => {
          crossed.push(event);
          stop();
          resolve();
        });
      });
      const report = requests.oauth.read.output.parse(await app.handlers.oauth.read(undefined));
      crossed.push(report);
      if (report.connecting.state === state) return report.connecting as Connecting & { state: State };
      if (report.connecting.state === 'failed') throw new Error(JSON.stringify(report.connecting));
      await notified;
    }
  }

  return {
    demo,
    control,
    dataDir,
    keychain,
    get app() {
      return app;
    },
    stored,
    crossed,
    async restart(marketplace = demo.baseUrl) {
      await app.close();
      app = await start(marketplace);
    },
    async connect(scopes) {
      await app.handlers.oauth.connect({ scopes: ['market_tools:call', 'account:read'] });
      const waiting = await connecting('waiting');
      await decideInBrowser(waiting.open, { decision: 'allow', scopes: [...scopes] });
      return connecting('connected');
    },
    async close() {
      await app.close();
      await demo.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
