import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { VIEW_PATH_MAX } from '#shared/contract/views.ts';
import { api } from '../api/api.ts';

/** Typing in a filter changes the address with every letter; what stands for so long is where the person is, ms. */
const STILL_MS = 400;

/** Has the address remembered, so that the next start opens where this one was left. */
export function useLastView(): void {
  const [path] = useLocation();
  const search = useSearch();
  const remember = useDebouncedCallback((address: string) => {
    // A view that cannot be remembered costs a click after the next start, and nothing else.
    if (address.length <= VIEW_PATH_MAX) api.views.remember({ path: address }).catch(() => undefined);
  }, STILL_MS);
  useEffect(() => remember(search === '' ? path : `${path}?${search}`), [path, search, remember]);
}
