import type { Role } from '../http/answer.ts';
import type { MemberMap } from './member-places.ts';

/** How a role was bound, as far as the main process has to know: the declaration itself stays in the worker. */
export type PlainBinding =
  | {
      bound: true;
      by: 'contract' | 'user' | 'words';
      method: string;
      path: string;
      /** Null where the contract shows method and path, and there is no declaration of them to go by. */
      operation: {
        id: string;
        isPublic: boolean | null;
        /** Changes where the declaration does. */
        mark: string;
        members: MemberMap;
      } | null;
      why: string;
    }
  | { bound: false; why: string };

export type PlainBindings = Readonly<Record<Role, PlainBinding>>;

/** A role that the user bound by hand: the operation's id, and which of its members stand for the role's. */
export type ManualBinding = { operationId: string; members: MemberMap };

/** Roles that the user bound by hand. Files of the versions before hold the operation's id alone. */
export type ManualBindings = Readonly<Record<string, string | ManualBinding>>;

export const manualBinding = (written: string | ManualBinding): ManualBinding =>
  typeof written === 'string' ? { operationId: written, members: {} } : written;
