import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a record's drawer, under its heading. */
export const DrawerPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="h6" mb={6}>
      {title}
    </Title>
    {children}
  </section>
);
