import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { watchSessionEnd } from './session-end.ts';

function watched(inFlight: string | null) {
  const quits = vi.fn();
  const app = Object.assign(new EventEmitter(), { quit: quits });
  const powerMonitor = new EventEmitter();
  watchSessionEnd({ app: app as never, powerMonitor: powerMonitor as never, inFlight: () => inFlight });
  const window = new EventEmitter();
  app.emit('browser-window-created', {}, window);
  const prevented = vi.fn();
  const event = { preventDefault: prevented };
  const counts = () => [prevented.mock.calls.length, quits.mock.calls.length];
  return { window, powerMonitor, event, counts };
}

it('delays the end of a Windows session while a purchase is under way, and only then', () => {
  const idle = watched(null);
  idle.window.emit('query-session-end', idle.event);
  expect(idle.counts()).toEqual([0, 0]);
  const buying = watched('An order is on its way.');
  buying.window.emit('query-session-end', buying.event);
  expect(buying.counts()).toEqual([1, 1]);
});

it('closes the program when the session ends, and when the system shuts down', () => {
  const { window, powerMonitor, event, counts } = watched(null);
  window.emit('session-end', event);
  expect(counts()).toEqual([0, 1]);
  powerMonitor.emit('shutdown', event);
  expect(counts()).toEqual([1, 2]);
});
