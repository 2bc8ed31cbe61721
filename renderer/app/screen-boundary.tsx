import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';

type Props = {
  children: ReactNode;
  /** Why Milepost itself does not answer: its screens cannot be loaded then. */
  failure: Error | null;
};
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
    const { children, failure } = this.props;
    if (!this.state.broken) return children;
    if (failure !== null)
      return (
        <Screen title="This screen could not be opened">
          <Button onClick={() => this.setState({ broken: false })}>Open it again</Button>
        </Screen>
      );
    return (
      <EmptyState
        title="This screen could not be drawn"
        action={<Button onClick={() => this.setState({ broken: false })}>Draw it again</Button>}
      >
        Something in Milepost went wrong here. What is saved is untouched, running purchases go on, and the
        other screens still work.
      </EmptyState>
    );
  }
}
