import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { Link } from 'wouter';

type PageLinkProps = AnchorProps &
  Omit<ComponentPropsWithoutRef<'a'>, keyof AnchorProps | 'href'> & { href: string };

/** A link to a place in Milepost, in the type of the text around it. */
export const PageLink = (props: PageLinkProps) => (
  <Anchor component={Link} inherit underline="always" {...props} />
);
