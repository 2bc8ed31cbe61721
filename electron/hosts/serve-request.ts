import type { z } from 'zod';
import { ContractFailure, type Crossing } from '#shared/contract/failure.ts';
import { type ContractHandlers, requests } from '#shared/contract/index.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { failureOf } from './error-messages.ts';
import { hasWholeTexts } from './whole-text.ts';

/** What a host serves: the app's handlers, and a way to hear its events. */
export type Served = {
  handlers: ContractHandlers;
  subscribe(receive: (name: string, payload: unknown) => void): () => void;
  /** Hears that the page asked for something. */
  requested?: () => void;
};

/** How long what can wait is held back from a page that asks for nothing, in milliseconds. */
const LONGEST_HELD_MS = 1_000;

/**
 * Holds back what can wait until the page asks for something: its scripts are running then, and its first screen, which
 * needs none of it, was sent and drawn without anything beside it.
 */
export function untilRequested() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    requested: resolve,
    whenShown(begin: () => void): void {
      setTimeout(resolve, LONGEST_HELD_MS).unref();
      void promise.then(begin);
    },
  };
}

export type ServeRequest = (group: string, name: string, input: unknown) => Promise<Crossing<unknown>>;

export type ServeRequestDeps = Pick<Served, 'handlers' | 'requested'> & {
  /** Whether outputs are checked too: in development and tests. */
  checkOutput: boolean;
  /** Receives where an unexpected error happened; never its message, which may hold anything. */
  report: (where: string) => void;
};

type Definition = { input: z.ZodType; output: z.ZodType };
type Handler = (input: unknown) => unknown;

const own = <Value>(of: object, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? ((of as Record<string, unknown>)[name] as Value) : undefined;

const refuse = (code: string, message: string): Crossing<never> => ({
  ok: false,
  failure: { code, message },
});

/** Which members were wrong, never their values: those may be anything, a secret included. */
const places = (error: z.ZodError): string =>
  [...new Set(error.issues.map((issue) => issue.path.map(String).join('.') || 'the whole'))].join(', ');

export { stackFrames as frames };

/**
 * Serves one request of the contract, whichever host it came through: checks what comes in, lets the handler work, and
 * turns whatever happens into a `Crossing`. Mapped failures pass as they are; an unexpected error crosses without any of
 * its own text.
 */
export function requestServer({ handlers, requested, checkOutput, report }: ServeRequestDeps): ServeRequest {
  return async (group, name, input) => {
    requested?.();
    const definition = own<Definition>(own<object>(requests, group) ?? {}, name);
    const handler = own<Handler>(own<object>(handlers, group) ?? {}, name);
    if (definition === undefined || handler === undefined)
      return refuse('unknown_request', 'This page asked for something that this Milepost does not know.');

    const read = definition.input.safeParse(input);
    if (!read.success)
      return refuse(
        'invalid_input',
        `This page asked for ${group}.${name} in a way that Milepost cannot read (${places(read.error)}).`,
      );
    if (!hasWholeTexts(read.data))
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
