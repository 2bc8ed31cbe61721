import { parseArgs } from 'node:util';
import {
  type DemoMarketplace,
  type DemoMarketplaceOptions,
  startDemoMarketplace,
} from '../demo-marketplace/index.ts';
import { onEndSignal } from './end-signals.ts';

const USAGE = 'Usage: npm run marketplace -- [--port N] [--json] [--books FILE]';

type Command = { options: DemoMarketplaceOptions; json: boolean };

/** The port number of an option; throws if it is not valid. */
function portOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--${flag} takes a port number from 0 to 65535, not "${value}".`);
  return port;
}

function readCommand(args: string[]): Command {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      json: { type: 'boolean', default: false },
      books: { type: 'string' },
    },
  });
  const port = portOf('port', values.port);
  if (values.books === '') throw new Error('--books takes the name of a file.');
  return {
    json: values.json,
    options: {
      ...(port === undefined ? {} : { port }),
      ...(values.books === undefined ? {} : { booksFile: values.books }),
    },
  };
}

const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

function announce(market: DemoMarketplace, json: boolean): void {
  const key = market.issueKey();
  if (json) {
    const { baseUrl: url, providerUrl } = market;
    process.stdout.write(`${JSON.stringify({ url, providerUrl, pid: process.pid, key })}\n`);
    return;
  }
  console.log(`Demo marketplace: ${market.baseUrl} (demo money)`);
  console.log(`Award provider:   ${market.providerUrl}/api/awards/search`);
  console.log(`A key to try:     ${key}`);
  console.log('Stop with Ctrl+C.');
}

async function main(): Promise<void> {
  let command: Command;
  try {
    command = readCommand(process.argv.slice(2));
  } catch (error) {
    console.error(`${firstLineOf(error)} ${USAGE}`);
    process.exitCode = 2;
    return;
  }
  let market: DemoMarketplace;
  try {
    market = await startDemoMarketplace(command.options);
  } catch (error) {
    console.error(`The demo marketplace cannot start: ${firstLineOf(error)}`);
    process.exitCode = 1;
    return;
  }
  announce(market, command.json);
  onEndSignal(() =>
    market.close().then(
      () => process.exit(0),
      () => process.exit(1),
    ),
  );
}

await main();
