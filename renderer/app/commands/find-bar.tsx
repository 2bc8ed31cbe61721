import { ActionIcon, CloseButton, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import classes from '../frame.module.css';
import { findText } from './found-text.ts';

/** The names of the marks in page.css. */
const ALL = 'found';
const CURRENT = 'found-now';

const SEARCH_AFTER_MS = 60;

type Found = { found: readonly Range[]; at: number };

/** The same place among others: where it begins, since parts that come later add places before it. */
const placeOf = (now: Range | undefined, found: readonly Range[]): number =>
  found.findIndex(
    ({ startContainer, startOffset }) =>
      startContainer === now?.startContainer && startOffset === now.startOffset,
  );

type FindBarProps = { main: RefObject<HTMLElement | null>; onClose: () => void };

/**
 * Finds text in the open screen. Electron's own search would find the text of its own field, and needs a window for it; the
 * browser's stays what it is.
 */
export function FindBar({ main, onClose }: FindBarProps) {
  const [text, setText] = useState('');
  const [{ found, at }, setFound] = useState<Found>({ found: [], at: 0 });
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);

  useEffect(() => {
    field.current?.select();
    return () => {
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(CURRENT);
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const root = main.current;
    if (root === null) return;
    const search = (otherwise: (at: number) => number) =>
      setFound((before) => {
        const next = findText(root, text);
        const place = placeOf(before.found[before.at], next);
        return {
          found: next,
          at: place >= 0 ? place : Math.max(0, Math.min(otherwise(before.at), next.length - 1)),
        };
      });
    let timer = setTimeout(search, 0, () => 0);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(search, SEARCH_AFTER_MS, (before: number) => before);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [main, text]);
  useEffect(() => {
    const now = found[at];
    CSS.highlights.set(ALL, new Highlight(...found));
    CSS.highlights.set(CURRENT, new Highlight(...(now ? [now] : [])));
    now?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [found, at]);
  const step = (by: number) => {
    if (found.length > 0) setFound({ found, at: (at + by + found.length) % found.length });
  };
  const count =
    text === ''
      ? ''
      : found.length === 0
        ? 'Not found'
        : `${formatNumber(at + 1)} of ${formatNumber(found.length)}`;
  return (
    <search className={classes.find} aria-label="Find in page">
      <TextInput
        ref={field}
        size="xs"
        aria-label="Find in page"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Text component="output" miw={64} fz={13} c="dimmed" ta="center">
        {count}
      </Text>
      <ActionIcon aria-label="Previous place" onClick={() => step(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Next place" onClick={() => step(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <CloseButton size="sm" aria-label="Close" onClick={onClose} />
    </search>
  );
}
