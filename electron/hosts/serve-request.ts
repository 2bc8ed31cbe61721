import type { z } from 'zod';
import { ContractFailure, type Crossing } from '#shared/contract/failure.ts';
import { type ContractHandlers, requests } from '#shared/contract/index.ts';
import { deeperThan } from '#shared/deeper-than.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { begins } from '../log/time-budget.ts';
import { failureOf } from './error-messages.ts';

/** What a host serves: the app's handlers and events. */
export type Served = {
  handlers: ContractHandlers;
  subscribe(receive: (name: string, payload: unknown) => void): () => void;
  /** Called on every request of the page. */
  requested?: () => void;
};

/** Longest delay if the page makes no request, in milliseconds. */
const LONGEST_DELAY_MS = 1_000;

/** Delays background work until the page's first request, so that nothing competes with its first paint. */
export function untilRequested() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    requested: resolve,
    whenShown(begin: () => void): void {
      setTimeout(resolve, LONGEST_DELAY_MS).unref();
      void promise.then(begin);
    },
  };
}

export type ServeRequest = (group: string, name: string, input: unknown) => Promise<Crossing<unknown>>;

export type ServeRequestDeps = Pick<Served, 'handlers' | 'requested'> & {
  /** Whether outputs are validated too: in development and tests. */
  checkOutput: boolean;
  /** Receives the place of an unexpected error, never its message, which may contain anything. */
  report: (where: string) => void;
};

/** Levels of a request; a schema of a Tool with its input has some fifty. */
const DEEPEST = 200;

type Definition = { input: z.ZodType; output: z.ZodType };
type Handler = (input: unknown) => unknown;

const own = <Value>(of: object, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? ((of as Record<string, unknown>)[name] as Value) : undefined;

const refuse = (code: string, message: string): Crossing<never> => ({
  ok: false,
  failure: { code, message },
});

/** Names of the invalid members, without their values, which may be secret. */
const places = (error: z.ZodError): string =>
  [...new Set(error.issues.map((issue) => issue.path.map(String).join('.') || 'the whole'))].join(', ');

export { stackFrames as frames };

/**
 * Serves a request of the contract for any host: validates the input, runs the handler, and returns the result as a
 * `Crossing`. Mapped failures pass unchanged; an unexpected error crosses without its text.
 */
export function requestServer({ handlers, requested, checkOutput, report }: ServeRequestDeps): ServeRequest {
  return async (group, name, input) => {
    requested?.();
    const definition = own<Definition>(own<object>(requests, group) ?? {}, name);
    const handler = own<Handler>(own<object>(handlers, group) ?? {}, name);
    if (definition === undefined || handler === undefined)
      return refuse('unknown_request', 'This page asked for something that this Milepost does not know.');

    begins(`the request ${group}.${name}`);
    // Whoever reads it next does so by recursion.
    if (deeperThan(input, DEEPEST))
      return refuse(
        'invalid_input',
        `This page asked for ${group}.${name} in more levels than Milepost reads.`,
      );
    const read = definition.input.safeParse(input);
    if (!read.success)
      return refuse(
        'invalid_input',
        `This page asked for ${group}.${name} in a way that Milepost cannot read (${places(read.error)}).`,
      );
    if (!hasValidUnicode(read.data))
      return refuse(
        'cut_text',
        'A text holds half a character, such as an emoji that was cut. Remove it and try again.',
      );
    try {
      const value = await handler(read.data);
      const problem = checkOutput ? definition.output.safeParse(value).error : undefined;
      if (problem === undefined) return { ok: true, value };
      report(`${group}.${name} answered outside its contract: ${places(problem)}`);
      return refuse(
        'invalid_output',
        `Milepost made an answer to ${group}.${name} that breaks its own contract (${places(problem)}).`,
      );
    } catch (error) {
      if (!(error instanceof ContractFailure))
        report(`${group}.${name} failed unexpectedly: ${stackFrames(error)}`);
      return { ok: false, failure: failureOf(group, error) };
    }
  };
}

/**
 * Whether every string and member name in `input` is well-formed. A lone surrogate, such as half of an emoji, cannot be
 * encoded in UTF-8, so it cannot be sent, hashed or stored. Handles any depth and cycles.
 */
export function hasValidUnicode(input: unknown): boolean {
  const seen = new Set<unknown>();
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, member] of Object.entries(value)) open.push(name, member);
  }
  return true;
}
