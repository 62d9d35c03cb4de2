import { useEffect, useState } from 'react'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { useConnection, useWorkbench } from '../../app/workbench.ts'
import { openAndRun } from '../run/run-store.ts'
import { openTab } from '../tabs/tabs-store.ts'
import { loadTemplates, type Template } from './templates.ts'

type State = readonly Template[] | 'loading' | WorkbenchError

/** Returns the connected server's suggestions; reloaded when the server is replaced or restarted. */
export function useTemplates(): { state: State; reload(): void } {
  const connection = useConnection('model')
  const generation = useWorkbench((state) => state.generation)
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  const id = connection?.id
  const ready = connection?.state === 'ready'
  useEffect(() => {
    if (id === undefined || !ready) return
    const controller = new AbortController()
    setState('loading')
    loadTemplates(id, controller.signal).then(
      (templates) => setState(templates),
      (error: unknown) => {
        if (error instanceof WorkbenchError && error.code !== 'CANCELLED') setState(error)
      },
    )
    return () => controller.abort()
  }, [id, ready, generation, attempt])
  return { state, reload: () => setAttempt(attempt + 1) }
}

/** Opens a template in the active tab if that is empty, otherwise in a new one. */
export function openTemplate({ query, parameters }: Template): void {
  openTab({ text: query, parameters })
}

export function runTemplate({ query, parameters }: Template): void {
  openAndRun({ text: query, parameters })
}
