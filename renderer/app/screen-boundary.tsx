import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';

type Props = { children: ReactNode };
type State = { broken: boolean };

/**
 * Reports a screen that cannot be rendered, and leaves the rest of the window usable. React offers this only to
 * classes.
 */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <EmptyState
        title="This screen could not be drawn"
        action={
          <Button variant="default" onClick={() => this.setState({ broken: false })}>
            Draw it again
          </Button>
        }
      >
        Something in Milepost went wrong here. What is saved is untouched, running purchases go on, and the
        other screens still work.
      </EmptyState>
    );
  }
}
