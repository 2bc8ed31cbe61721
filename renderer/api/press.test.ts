import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceReleased, watchPresses } from './press.ts';

const page = new EventTarget();
watchPresses(page);
const press = (name: string) => page.dispatchEvent(new Event(name));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('rendering waits while a button is pressed, and follows its click', async () => {
  const drawn: string[] = [];
  onceReleased(() => drawn.push('at once'));
  await Promise.resolve();
  expect(drawn).toEqual(['at once']);

  press('pointerdown');
  onceReleased(() => drawn.push('later'));
  vi.advanceTimersByTime(500);
  expect(drawn).toEqual(['at once']);
  press('pointerup');
  // The browser gives the click here.
  expect(drawn).toEqual(['at once']);
  vi.advanceTimersByTime(0);
  expect(drawn).toEqual(['at once', 'later']);
});

it('a slow press is waited for, and one whose release is never reported is not', () => {
  const drawn: string[] = [];
  press('pointerdown');
  onceReleased(() => drawn.push('late'));
  vi.advanceTimersByTime(9_999);
  expect(drawn).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(drawn).toEqual(['late']);
});

it('a touch that becomes a scroll also ends the delay', () => {
  const drawn: string[] = [];
  press('pointerdown');
  onceReleased(() => drawn.push('scrolled'));
  press('pointercancel');
  vi.advanceTimersByTime(0);
  expect(drawn).toEqual(['scrolled']);
});
