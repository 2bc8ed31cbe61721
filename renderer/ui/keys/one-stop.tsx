import { type ReactNode, useEffect, useRef } from 'react';
import { ownEntry } from '#shared/own-entry.ts';

/** What can be pressed; fields for text need their arrow keys themselves. */
const PRESSED = ':is(button, a[href], input[type="checkbox"]):not(:disabled)';

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

type OneStopProps = {
  label: string;
  /** Selects the elements, if not all that can be pressed: `[data-stop]` marks those around them. */
  within?: string;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A toolbar that is one stop for Tab: the arrow keys move within it, Home and End to its ends, and Tab returns to where
 * it was left. So a table below many buttons is a few keys away.
 */
export function OneStop({ label, within, className, children }: OneStopProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    let current: HTMLElement | undefined;
    const selector = within === undefined ? PRESSED : `${within} ${PRESSED}`;
    const settle = () => {
      const all = [...element.querySelectorAll<HTMLElement>(selector)];
      if (current === undefined || !all.includes(current)) current = all[0];
      for (const each of all)
        if ((each === current) !== (each.tabIndex === 0)) each.tabIndex = each === current ? 0 : -1;
      return all;
    };
    const focus = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.matches(selector)) return;
      current = target;
      settle();
    };
    // Not by React, whose events also come from menus and dialogs that open elsewhere.
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      const step = ownEntry(STEPS, key);
      if (step === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
        return;
      const all = settle();
      const at = target instanceof HTMLElement ? all.indexOf(target) : -1;
      if (at < 0) return;
      event.preventDefault();
      all[step(at, all.length - 1)]?.focus();
    };
    settle();
    const observer = new MutationObserver(() => void settle());
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'tabindex', 'href'],
    });
    element.addEventListener('focusin', focus);
    element.addEventListener('keydown', press);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', focus);
      element.removeEventListener('keydown', press);
    };
  }, [within]);
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={className}>
      {children}
    </div>
  );
}
