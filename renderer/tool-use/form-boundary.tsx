import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; onBroken: () => void };
type State = { broken: boolean };

/**
 * If the form library cannot render a schema after all, only the form is lost, not the screen. React offers this only
 * to classes.
 */
export class FormBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
