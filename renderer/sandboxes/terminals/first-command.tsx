import { SquareTerminal } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { submitAgain } from '../sessions/actions.ts'
import { useEditing } from '../sessions/editing.ts'
import type { TerminalView } from '../sessions/view.ts'

/** What a stranger can run anywhere: what machine this is, what is on it, and how full it is. */
const EXAMPLES = ['uname -a', 'ls -la /', 'df -h']

/** A new terminal's screen until something runs in it: examples that run on a press. */
export function FirstCommand({ terminal }: { readonly terminal: TerminalView }) {
  const t = useText()
  const noChange = useUnsupportedFeature()('change', terminal.platform)
  const { id, blocks, queue, status } = terminal
  const isFresh = blocks.length === 0 && queue.length === 0 && (status === 'ready' || status === 'opening')
  if (!isFresh || noChange !== undefined) return null
  const run = (command: string): void => {
    submitAgain(id, command)
    // The button goes with the press, and the focus would with it.
    useEditing.getState().focus(id)
  }
  return (
    // The screen under it keeps its own presses: its menu, and its selection.
    <Stack style={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}>
      <EmptyState
        icon={SquareTerminal}
        title={t('sandboxes.first')}
        hint={t('sandboxes.first.hint')}
        action={
          <Stack row wrap gap={2} justify="center" style={{ pointerEvents: 'auto' }}>
            {EXAMPLES.map((command) => (
              <Button key={command} onClick={() => run(command)}>
                <code>{command}</code>
              </Button>
            ))}
          </Stack>
        }
      />
    </Stack>
  )
}
