import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { byCount } from '#shared/formats.ts';

/** Suggestions change with every letter: they are counted once they rest for so long, in milliseconds. */
const SETTLED_MS = 250;

/** How many suggestions the open list of any field has, for screen readers, which announce only the chosen one. */
export function SuggestionCount() {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      observer.disconnect();
      const field = document.activeElement;
      if (field?.getAttribute('role') !== 'combobox') return setCount(null);
      // Suggestions may come, and open the list, long after the last key.
      observer.observe(field, { attributes: true, attributeFilter: ['aria-expanded', 'aria-controls'] });
      const isOpen = field.getAttribute('aria-expanded') === 'true';
      const list = isOpen ? document.getElementById(field.getAttribute('aria-controls') ?? '') : null;
      // On a busy machine the field says that its list is open before that is on the page.
      if (isOpen && list === null) later();
      if (list !== null) observer.observe(list, { childList: true, subtree: true });
      setCount(list?.querySelectorAll('[role="option"], [data-action]').length ?? null);
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(read, SETTLED_MS);
    };
    const observer = new MutationObserver(later);
    document.addEventListener('focusin', later);
    document.addEventListener('focusout', later);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', later);
      document.removeEventListener('focusout', later);
    };
  }, []);
  return (
    <VisuallyHidden aria-live="polite" data-suggestions>
      {count === null ? '' : byCount(count, { one: '# suggestion', other: '# suggestions' })}
    </VisuallyHidden>
  );
}
