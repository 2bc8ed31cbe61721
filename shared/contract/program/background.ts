import { z } from 'zod';
import { request } from '../define.ts';

/** What closing the last window does: `ask` until the user has chosen. */
const onCloseSchema = z.enum(['ask', 'tray', 'quit']);
export type OnClose = z.infer<typeof onCloseSchema>;

const backgroundSchema = z.object({
  /** Until when nothing refreshes by itself, UTC ms; null where watching is not paused. */
  pausedUntil: z.number().nullable(),
  onClose: onCloseSchema,
  /** Whether this desktop shows a tray, or why not. */
  tray: z.object({ works: z.boolean(), words: z.string() }),
  /** Whether Milepost starts, hidden, when the user logs in, and whether that can be set here. */
  login: z.object({ works: z.boolean(), on: z.boolean(), words: z.string() }),
});
export type Background = z.infer<typeof backgroundSchema>;

export const backgroundRequests = {
  read: request(z.undefined(), backgroundSchema),
  /** Pauses watching until the end of the day, or goes on. */
  pause: request(z.object({ today: z.boolean() }), backgroundSchema),
  /** Fails with `no_tray` where the desktop shows none. */
  setOnClose: request(z.object({ onClose: onCloseSchema }), backgroundSchema),
  /** Fails with `no_login_items` where it cannot be set here, and with `not_saved`. */
  setLogin: request(z.object({ on: z.boolean() }), backgroundSchema),
};
