import { z } from 'zod';

const jsonObject = z.record(z.string(), z.unknown());

/** Which requests a fault applies to. */
const target = {
  /** An operationId, or 'openapi', 'provider', 'mcp', 'oauth', or '*' for every request. */
  on: z.string(),
  /** How many requests it applies to; one by default. */
  times: z.union([z.int().min(1), z.literal('always')]).default(1),
  /** How many matching requests pass first. */
  after: z.int().min(0).default(0),
};

/** Faults whose request never reaches its operation. */
const before = [
  z.strictObject({ ...target, kind: z.literal('delay'), ms: z.int().min(0) }),
  z.strictObject({ ...target, kind: z.literal('drop_connection') }),
  z.strictObject({ ...target, kind: z.literal('hang') }),
  z.strictObject({
    ...target,
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    code: z.string().default('injected_fault'),
    retryAfterSeconds: z.number().min(0).exactOptional(),
    /** The older RateLimit-Limit, -Remaining and -Reset. */
    headers: z.record(z.string(), z.string()).default({}),
    /** Further members of the problem, or other values for them. */
    problem: jsonObject.default({}),
    /** Another body instead of a problem, as text. */
    body: z.string().exactOptional(),
  }),
] as const;

/** Faults that apply after the operation was completed: only the answer is affected. */
const after = [
  z.strictObject({ ...target, kind: z.literal('drop_acknowledgement') }),
  z.strictObject({ ...target, kind: z.literal('replace_body'), body: z.unknown() }),
  z.strictObject({
    ...target,
    kind: z.literal('change_members'),
    set: jsonObject.default({}),
    drop: z.array(z.string()).default([]),
  }),
] as const;

export const faultSchema = z.discriminatedUnion('kind', [...before, ...after]);
export type Fault = z.infer<typeof faultSchema>;
/** A fault as a test writes it. */
export type FaultInput = z.input<typeof faultSchema>;

type InjectedFault = { fault: Fault; left: number; met: number };

export type Faults = {
  inject(fault: Fault): void;
  clear(): void;
  /** The faults that this request gets: each that matches is used once. */
  takeMatching(endpoint: string): Fault[];
};

export function createFaults(): Faults {
  let injected: InjectedFault[] = [];
  return {
    inject(fault) {
      injected.push({ fault, left: fault.times === 'always' ? Infinity : fault.times, met: 0 });
    },
    clear() {
      injected = [];
    },
    takeMatching(endpoint) {
      const matching = injected.filter(
        ({ fault, left }) => left > 0 && (fault.on === endpoint || fault.on === '*'),
      );
      return matching.flatMap((entry) => {
        entry.met += 1;
        if (entry.met <= entry.fault.after) return [];
        entry.left -= 1;
        return [entry.fault];
      });
    },
  };
}
