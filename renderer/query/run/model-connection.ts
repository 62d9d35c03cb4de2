import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useWorkbench } from '../../app/workbench.ts'

/** The model server that queries go to, outside components: the one chosen in the status bar, else the first. */
export function modelConnection(): Connection | undefined {
  const { connections, chosen } = useWorkbench.getState()
  const models = connections.filter(({ kind }) => kind === 'model')
  return models.find(({ id }) => id === chosen.model) ?? models[0]
}
