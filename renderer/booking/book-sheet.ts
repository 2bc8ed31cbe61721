import { useLocation } from 'wouter';
import type { BookRequest, BookSheet } from '#shared/contract/booking.ts';
import type { Trip } from '#shared/contract/trips.ts';
import { api } from '../api/api.ts';
import { readFromTab, storeInTab } from '../ui/forms/tab-storage.ts';
import { storeOf } from '../ui/store.ts';

const STORED_AS = 'milepost-book';

const isRequest = (value: unknown): value is BookRequest =>
  typeof value === 'object' && value !== null && 'versionId' in value && Number.isInteger(value.versionId);

const stored = readFromTab(sessionStorage, STORED_AS);
/** It outlives a reload: the user is on their way to the programme and back. It covers no other screen meanwhile. */
const request = storeOf<BookRequest | null>(isRequest(stored) ? stored : null);

function show(next: BookRequest | null): void {
  request.set(next);
  storeInTab(sessionStorage, STORED_AS, next);
}

/** One after the other, as it was typed. What cannot be stored lives as long as the page. */
let keeping: Promise<unknown> = Promise.resolve();
const keep = (what: Parameters<typeof api.booking.keep>[0]): void => {
  keeping = keeping.then(() => api.booking.keep(what)).catch(() => undefined);
};

export function openBook(record: BookRequest): void {
  const next = { ...record, at: location.pathname };
  show(next);
  keep({ ...next, isOpen: true });
}
export function closeBook(): void {
  const open = request.read();
  if (open !== null) keep({ ...open, isOpen: false });
  show(null);
}
/** The trip that a booking goes into, as its plans ask for it. */
export const tripToBook = ({ tripId, title, question }: Trip): NonNullable<BookRequest['trip']> => ({
  tripId,
  title,
  ...(question?.stopsMax != null && { stopsMax: question.stopsMax }),
});

/** Remembers what was typed of how it ended. */
export const keepFields = (fields: BookSheet['fields']): void => {
  const open = request.read();
  if (open !== null) keep({ ...open, isOpen: true, fields });
};
/** What is known of a booking, with what was typed last. */
export const readBooking = async (versionId: number) => {
  await keeping;
  return api.booking.read({ versionId });
};
/** Opens the sheet that was open when Milepost ended. */
export async function resumeBook(): Promise<void> {
  const open = await api.booking.resume().catch(() => null);
  if (open !== null && request.read() === null) show(open);
}
/** The open sheet, where its own screen is shown. */
export function useBookRequest(): BookRequest | null {
  const open = request.useValue();
  const [path] = useLocation();
  return open === null || (open.at ?? path) === path ? open : null;
}
