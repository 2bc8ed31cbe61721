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
