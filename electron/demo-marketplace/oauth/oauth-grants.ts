import { createHash, randomBytes } from 'node:crypto';
import { refuseGrant } from './oauth-error.ts';

/** What a user is asked to agree to. */
export type Request = {
  clientId: string;
  clientName: string;
  scopes: string[];
};

type Pending = Request & {
  redirectUri: string;
  state: string | undefined;
  challenge: string;
  expiresAt: number;
};
type Code = Pending & { granted: string[]; key?: string };
type Device = Request & {
  deviceCode: string;
  userCode: string;
  expiresAt: number;
  lastPoll: number;
  decision: 'open' | 'denied' | { granted: string[] };
};

const CODE_MS = 60_000;
const REQUEST_MS = 600_000;
export const DEVICE_MS = 600_000;

const token = () => randomBytes(32).toString('base64url');
/** No vowels and no look-alikes (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const userCode = () => {
  const letters = [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

export type Grants = ReturnType<typeof createOAuthGrants>;

/** Requests that wait for a user, and the codes that came of them. They live minutes, so they are stored in memory. */
export function createOAuthGrants(clock: () => number) {
  const pending = new Map<string, Pending>();
  const codes = new Map<string, Code>();
  const devices = new Map<string, Device>();

  const current = <Held extends { expiresAt: number }>(held: Held | undefined): Held | undefined =>
    held && held.expiresAt > clock() ? held : undefined;
  const normal = (code: string) => code.toUpperCase().replaceAll(/[^A-Z]/g, '');

  return {
    /** Holds a request for the consent page; the id is what the page sends back, once. */
    ask(request: Omit<Pending, 'expiresAt'>): string {
      const id = token();
      pending.set(id, { ...request, expiresAt: clock() + REQUEST_MS });
      return id;
    },
    /** Takes the request that a consent page was shown for. */
    takePending(id: string | undefined): Pending {
      const request = current(pending.get(id ?? ''));
      pending.delete(id ?? '');
      return request ?? refuseGrant('invalid_request', 'This page was used before or has expired.');
    },
    issueCode(request: Pending, granted: string[]): string {
      const code = token();
      codes.set(code, { ...request, granted, expiresAt: clock() + CODE_MS });
      return code;
    },
    /** Redeems a code once: the same client, redirect and proof key (RFC 7636). A second use gives up the first key. */
    redeemCode(
      code: string,
      clientId: string,
      redirectUri: string | undefined,
      verifier: string | undefined,
    ): Code {
      const held = codes.get(code);
      if (held?.key !== undefined) return held;
      const proof = createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url');
      const good =
        current(held) &&
        held?.clientId === clientId &&
        held.redirectUri === redirectUri &&
        held.challenge === proof;
      if (!held || !good) return refuseGrant('invalid_grant', 'The code is not valid for this client.');
      return held;
    },
    startDevice(request: Request): Device {
      const device: Device = {
        ...request,
        deviceCode: token(),
        userCode: userCode(),
        expiresAt: clock() + DEVICE_MS,
        lastPoll: 0,
        decision: 'open',
      };
      devices.set(device.deviceCode, device);
      return device;
    },
    /** An undecided device request by the code that its user types. */
    openDevice(typed: string | undefined): Device | undefined {
      const wanted = normal(typed ?? '');
      const found = [...devices.values()].find((device) => normal(device.userCode) === wanted);
      return current(found)?.decision === 'open' ? found : undefined;
    },
    /** Polls a device request; the approved one is handed out once (RFC 8628 §3.5). */
    pollDevice(deviceCode: string, clientId: string, intervalMs: number): { granted: string[] } & Request {
      const device = devices.get(deviceCode);
      if (device?.clientId !== clientId) return refuseGrant('invalid_grant', 'There is no such device code.');
      const now = clock();
      const tooSoon = now - device.lastPoll < intervalMs;
      device.lastPoll = now;
      if (device.expiresAt <= now) return refuseGrant('expired_token', 'The device code has expired.');
      if (device.decision === 'denied') return refuseGrant('access_denied', 'The user said no.');
      if (device.decision === 'open') {
        return tooSoon
          ? refuseGrant('slow_down', 'Polled too soon.')
          : refuseGrant('authorization_pending', 'The user has not decided yet.');
      }
      devices.delete(deviceCode);
      return { ...device, granted: device.decision.granted };
    },
  };
}
