import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import classes from '../frame.module.css';
import { findText } from './found-text.ts';

/** The names of the marks in page.css. */
const ALL = 'found';
const CURRENT = 'found-now';

const SEARCH_AFTER_MS = 60;

type FindBarProps = { main: RefObject<HTMLElement | null>; onClose: () => void };

/**
 * Finds text in the open screen. Electron's own search would find the text of its own field, and needs a window for it; the
 * browser's stays what it is.
 */
export function FindBar({ main, onClose }: FindBarProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
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
    const search = () => setFound(findText(root, text));
    let timer = setTimeout(search);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(search, SEARCH_AFTER_MS);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [main, text]);
  const shown = Math.min(at, found.length - 1);
  useEffect(() => {
    const now = found[shown];
    CSS.highlights.set(ALL, new Highlight(...found));
    CSS.highlights.set(CURRENT, new Highlight(...(now ? [now] : [])));
    now?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [found, shown]);
  const step = (by: number) => {
    if (found.length > 0) setAt((shown + by + found.length) % found.length);
  };
  const count =
    text === ''
      ? ''
      : found.length === 0
        ? 'Not found'
        : `${formatNumber(shown + 1)} of ${formatNumber(found.length)}`;
  return (
    <search className={classes.find} aria-label="Find in page">
      <TextInput
        ref={field}
        size="xs"
        aria-label="Find in page"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <output className={classes.foundCount}>{count}</output>
      <ActionIcon variant="subtle" color="gray" aria-label="Previous place" onClick={() => step(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label="Next place" onClick={() => step(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <CloseButton size="sm" aria-label="Close" onClick={onClose} />
    </search>
  );
}
