import { readFromTab, storeInTab } from '../ui/forms/tab-storage.ts';
import { listenersOf, useOutside } from '../ui/listeners.ts';

/** What is to be booked: a record, for so many travellers if not the wallet's, and the trip that it goes into. */
export type BookRequest = {
  versionId: number;
  travellers?: number;
  trip?: { tripId: string; title: string };
};

const STORED_AS = 'milepost-book';

const isRequest = (value: unknown): value is BookRequest =>
  typeof value === 'object' && value !== null && 'versionId' in value && Number.isInteger(value.versionId);

const stored = readFromTab(sessionStorage, STORED_AS);
/** It outlives a reload: the user is on their way to the programme and back. */
let request: BookRequest | null = isRequest(stored) ? stored : null;
const { notify, subscribe } = listenersOf();

function show(next: BookRequest | null): void {
  request = next;
  storeInTab(sessionStorage, STORED_AS, next);
  notify();
}

export const openBook = (next: BookRequest): void => show(next);
export const closeBook = (): void => show(null);
export const useBookRequest = (): BookRequest | null => useOutside(subscribe, () => request);
