import { Component, type ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Button } from '../ui/button.tsx'
import { text } from '../i18n/text.ts'

interface State {
  readonly error: Error | undefined
}

/** Keeps an error of one view from taking the others with it. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <EmptyState
        title={text('app.crashed.title')}
        hint={`${error.message} — ${text('app.crashed.hint')}`}
        action={
          <Button onClick={() => this.setState({ error: undefined })}>{text('app.crashed.retry')}</Button>
        }
      />
    )
  }
}
