import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';

export type FrameModalProps = { opened: boolean; onClose: () => void };

/** A dialog over any screen that a command opens. */
export function FrameModal(props: FrameModalProps & { title: string; children: ReactNode }) {
  const { opened, onClose, title, children } = props;
  // Opened only once it is mounted, so that it records where the focus was and returns it.
  const isThere = useMounted();
  return (
    <Modal
      opened={isThere && opened}
      onClose={onClose}
      title={title}
      size={640}
      transitionProps={{ duration: 100 }}
    >
      {children}
    </Modal>
  );
}
