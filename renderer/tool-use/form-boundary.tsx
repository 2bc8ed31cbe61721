import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; onBroken: () => void };
type State = { broken: boolean };

/** A schema that the form library cannot draw after all costs the form, not the screen. React offers this to classes alone. */
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
