import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClients } from './oauth-clients.ts';
import { refuseGrant } from './oauth-error.ts';

/** A request for the user's consent. */
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
type Code = Pending & { granted: string[] };
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
/** Without vowels and similar letters (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const userCode = () => {
  const letters = [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

export type Grants = ReturnType<typeof createOAuthGrants>;

/** Requests waiting for a user and the codes issued for them: in memory, since they expire within minutes. */
export function createOAuthGrants(clock: () => number) {
  const pending = new Map<string, Pending>();
  const codes = new Map<string, Code>();
  const devices = new Map<string, Device>();

  const current = <Held extends { expiresAt: number }>(held: Held | undefined): Held | undefined =>
    held && held.expiresAt > clock() ? held : undefined;
  const normal = (code: string) => code.toUpperCase().replaceAll(/[^A-Z]/g, '');

  return {
    clients: new Map() as OAuthClients,
    /** Stores a request for the consent page. Returns its single-use ID. */
    ask(request: Omit<Pending, 'expiresAt'>): string {
      const id = token();
      pending.set(id, { ...request, expiresAt: clock() + REQUEST_MS });
      return id;
    },
    /** Removes and returns a consent page's request. */
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
    /** The code, once, if client, redirect and PKCE verifier match (RFC 7636). */
    redeemCode(
      code: string,
      clientId: string,
      redirectUri: string | undefined,
      verifier: string | undefined,
    ): Code {
      const held = codes.get(code);
      const proof = createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url');
      const good =
        current(held) &&
        held?.clientId === clientId &&
        held.redirectUri === redirectUri &&
        held.challenge === proof;
      if (!held || !good) return refuseGrant('invalid_grant', 'The code is not valid for this client.');
      codes.delete(code);
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
    /** The undecided device request with a user code. */
    openDevice(typed: string | undefined): Device | undefined {
      const wanted = normal(typed ?? '');
      const found = [...devices.values()].find((device) => normal(device.userCode) === wanted);
      return current(found)?.decision === 'open' ? found : undefined;
    },
    /** Polls a device request; returns an approved one once (RFC 8628 §3.5). */
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
