/**
 * The two scripts that make a page of Chromium behave like a sandboxed window of Electron. The preload runs in a world
 * of its own beside the page's: they share only the document, and only what `contextBridge` exposes can be called
 * across, by value. Calls are carried by DOM events, which arrive synchronously and clone their data.
 */

import type { Input } from './messages.ts';

const CROSSING = 'milepost-stand-in:crossing';
const READY = 'milepost-stand-in:ready';

/** The name of the preload's world, and of the binding that only it has. */
export const PRELOAD_WORLD = 'preload of the stand-in';
export const BINDING = 'toProcess';

/** The preload world's calls to the process, as text, since a binding carries nothing else. */
export type FromPreload =
  | { kind: 'invoke'; id: number; channel: string; input: unknown }
  | { kind: 'input'; type: Input };

/** Runs in the preload's world, before anything of the page; `run` is the preload itself. */
function inPreloadWorld(
  binding: string,
  crossing: string,
  ready: string,
  run: (require: (name: string) => unknown, module: { exports: object }, exports: object) => void,
): void {
  // Electron runs no preload in frames inside a page.
  if (window.top !== window) return;
  const notify = (globalThis as unknown as Record<string, (text: string) => void>)[binding];
  if (notify === undefined) throw new Error('no binding');
  type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(event: object, ...payload: unknown[]) => void>>();
  let last = 0;

  const ipcRenderer = {
    invoke: (channel: string, input?: unknown) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        notify(JSON.stringify({ kind: 'invoke', id: last, channel, input }));
      }),
    on: (channel: string, listener: (event: object, ...payload: unknown[]) => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off: (channel: string, listener: (event: object, ...payload: unknown[]) => void) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };

  /** Functions of this world that the page may call, and their names there. */
  const callable: ((...values: unknown[]) => unknown)[] = [];
  const hand = (value: unknown): unknown => {
    if (typeof value === 'function')
      return { function: callable.push(value as (...values: unknown[]) => unknown) - 1 };
    if (value instanceof Promise) throw new Error('a promise is handed over by its answer');
    if (Array.isArray(value)) return { list: value.map(hand) };
    if (value !== null && typeof value === 'object')
      return {
        members: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hand(member)])),
      };
    return { value };
  };
  const take = (given: { value?: unknown; callback?: number }): unknown => {
    const { callback } = given;
    if (callback === undefined) return given.value;
    return (...values: unknown[]) =>
      document.dispatchEvent(new CustomEvent(crossing, { detail: { to: 'page', callback, values } }));
  };
  let exposed: { name: string; api: unknown } | null = null;
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      exposed = { name, api: hand(api) };
    },
  };
  document.addEventListener(crossing, (event) => {
    const { detail } = event as CustomEvent;
    if (detail.to !== 'preload') return;
    const answer = callable[detail.function]?.(...detail.given.map(take));
    const done = (outcome: object) =>
      document.dispatchEvent(
        new CustomEvent(crossing, { detail: { to: 'page', call: detail.call, ...outcome } }),
      );
    if (answer instanceof Promise)
      answer.then(
        (value) => done({ later: true, value }),
        (error: unknown) => done({ later: true, failed: String(error) }),
      );
    else done({ now: hand(answer) });
  });
  // The page's own script requests it: its world may be created before or after this one.
  document.addEventListener(ready, (event) => {
    if ((event as CustomEvent).detail === 'asked' && exposed !== null)
      document.dispatchEvent(new CustomEvent(ready, { detail: exposed }));
  });
  // Mouse and key input that Electron receives from the operating system: a page's own events are not trusted.
  for (const [name, type] of [
    ['pointerdown', 'mouseDown'],
    ['pointerup', 'mouseUp'],
    ['keydown', 'rawKeyDown'],
    ['keyup', 'keyUp'],
  ] as const)
    window.addEventListener(
      name,
      (event) => event.isTrusted && notify(JSON.stringify({ kind: 'input', type })),
      true,
    );

  Object.assign(globalThis, {
    /** Called from outside with messages of the process. */
    fromProcess: (message: { id: number; ok: boolean; value: unknown; message: string }) => {
      const found = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) found?.resolve(message.value);
      else found?.reject(new Error(`Error invoking remote method: ${message.message}`));
    },
    heardFromProcess: (channel: string, payload: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...payload);
    },
  });
  const module = { exports: {} };
  const require = (name: string) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  run(require, module, module.exports);
  if (exposed !== null) document.dispatchEvent(new CustomEvent(ready, { detail: exposed }));
}

/** Runs in the page's world, before its own scripts: recreates what was exposed. */
function inPageWorld(crossing: string, ready: string): void {
  if (window.top !== window) return;
  type Handed = { function?: number; list?: Handed[]; members?: Record<string, Handed>; value?: unknown };
  type Outcome = { now?: Handed; later?: boolean; value?: unknown; failed?: string };
  const calls = new Map<number, (outcome: Outcome) => void>();
  const callbacks: ((...values: unknown[]) => unknown)[] = [];
  let last = 0;
  const made = (handed: Handed): unknown => {
    const { function: id } = handed;
    if (id !== undefined) return (...values: unknown[]) => call(id, values);
    if (handed.list !== undefined) return handed.list.map(made);
    if (handed.members !== undefined)
      return Object.freeze(
        Object.fromEntries(Object.entries(handed.members).map(([name, member]) => [name, made(member)])),
      );
    return handed.value;
  };
  const call = (id: number, values: unknown[]): unknown => {
    last += 1;
    const mine = last;
    const given = values.map((value) =>
      typeof value === 'function'
        ? { callback: callbacks.push(value as (...values: unknown[]) => unknown) - 1 }
        : { value },
    );
    let now: Handed | undefined;
    const later = new Promise((resolve, reject) => {
      calls.set(mine, (outcome) => {
        if (outcome.later !== true) {
          now = outcome.now;
          calls.delete(mine);
          return;
        }
        calls.delete(mine);
        if (outcome.failed === undefined) resolve(outcome.value);
        else reject(new Error(outcome.failed));
      });
    });
    document.dispatchEvent(
      new CustomEvent(crossing, { detail: { to: 'preload', call: mine, function: id, given } }),
    );
    return now === undefined ? later : made(now);
  };
  document.addEventListener(crossing, (event) => {
    const { detail } = event as CustomEvent;
    if (detail.to !== 'page') return;
    if (detail.callback !== undefined) callbacks[detail.callback]?.(...detail.values);
    else calls.get(detail.call)?.(detail);
  });
  document.addEventListener(ready, (event) => {
    const { detail } = event as CustomEvent;
    if (detail === 'asked') return;
    Object.defineProperty(window, detail.name, { value: made(detail.api), configurable: true });
  });
  document.dispatchEvent(new CustomEvent(ready, { detail: 'asked' }));
}

const quoted = (...values: string[]) => values.map((value) => JSON.stringify(value)).join(', ');

/** The script of the preload's world around the built preload. */
export const preloadScript = (preload: string): string =>
  `(${inPreloadWorld})(${quoted(BINDING, CROSSING, READY)}, (require, module, exports) => {\n${preload}\n});`;

/** The script of the page's world. */
export const pageScript = (): string => `(${inPageWorld})(${quoted(CROSSING, READY)});`;
