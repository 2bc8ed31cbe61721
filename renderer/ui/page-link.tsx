import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

type PageLinkProps = AnchorProps &
  Omit<ComponentPropsWithoutRef<'a'>, keyof AnchorProps | 'href'> & { href: string };

/** A link to a place in Milepost, in the type of the text around it. */
export const PageLink = (props: PageLinkProps) => (
  <Anchor component={Link} inherit underline="always" {...props} />
);

/**
 * For `onClick` of a container of many plain links to screens: a click opens one within the page. A click that opens a
 * tab or window of its own is left to the browser.
 */
export function followLink(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/"]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  if (link === null || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  navigate(link.getAttribute('href') ?? '/');
}
