import { create } from 'zustand'
import type { Question } from '#shared/workbench/areas/console.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

const useStore = create<{ readonly questions: readonly Question[] }>(() => ({ questions: [] }))

let following = false

/** Subscribes to server requests on first use, and reloads them after a reconnect. */
function follow(): void {
  if (following) return
  following = true
  workbench.on('console.asked', (questions) => useStore.setState({ questions }))
  const read = (): void =>
    void workbench.call('console.questions', {}).then(
      (questions) => useStore.setState({ questions }),
      () => undefined,
    )
  if (useWorkbench.getState().generation > 0) read()
  useWorkbench.subscribe(({ generation }, before) => {
    if (generation !== before.generation) read()
  })
}

/** Returns the pending requests of servers to the user. */
export function useQuestions(): readonly Question[] {
  follow()
  return useStore((state) => state.questions)
}
