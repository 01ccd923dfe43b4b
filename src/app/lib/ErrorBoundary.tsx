import { Component, type ReactNode } from 'react';
import { LoadError } from './LoadError.tsx';

interface Props {
  /** Stands in place of what cannot be drawn. */
  message?: string;
  children: ReactNode;
}

/** Keeps an exception while drawing from blanking what is around; React logs it. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    const { message = 'Эту часть страницы не удалось показать. Повторите или обновите страницу.', children } =
      this.props;
    if (!this.state.hasFailed) return children;
    return <LoadError message={message} refetch={() => this.setState({ hasFailed: false })} />;
  }
}
