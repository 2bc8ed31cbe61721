import { readAddress } from '../marketplace/http/origin-rule.ts';
import { FLAG, readArguments, TEXT } from './arguments.ts';

export type HostArguments = {
  /** 0 selects any free port. */
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** An address, `demo`, or undefined for what is stored in the settings. */
  marketplace: string | undefined;
  open: boolean;
  json: boolean;
  keyStdin: boolean;
};

const HOST = {
  usage:
    'npm run host -- [--port N] [--data-dir DIR] [--marketplace URL|demo] [--no-open] [--json] [--key-stdin]',
  options: { port: TEXT, marketplace: TEXT, 'no-open': FLAG, json: FLAG, 'key-stdin': FLAG },
};

/** Parses the arguments of `npm run host` and `npm start`. */
export const readHostArguments = (args: readonly string[]) =>
  readArguments(args, HOST, (values, dataDir): HostArguments | string => {
    const { port = '0', marketplace } = values;
    if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
      return 'The port must be a number from 0 to 65535.';
    if (marketplace !== undefined && marketplace !== 'demo') {
      const address = readAddress(marketplace);
      if (!address.ok) return `${address.why} "demo" is the embedded marketplace.`;
    }
    return {
      port: Number(port),
      dataDir,
      marketplace,
      open: values['no-open'] !== true,
      json: values.json === true,
      keyStdin: values['key-stdin'] === true,
    };
  });
