import { create } from 'zustand'
import type { Question } from '#shared/workbench/areas/console.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

const useStore = create<{ readonly questions: readonly Question[] }>(() => ({ questions: [] }))

let following = false

/** Follows what servers ask from the first look on, and asks again after the core was away. */
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

/** What servers ask of the person, and is not answered yet. */
export function useQuestions(): readonly Question[] {
  follow()
  return useStore((state) => state.questions)
}
