import { Select } from '../ui/field.tsx'
import { useText } from '../i18n/text.ts'
import { chooseConnection, useConnection, useWorkbench } from './workbench.ts'

/** Which model server the benches look at and ask; shown only where there is a choice. */
export function ModelServerPicker() {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  const used = useConnection('model')?.id
  const models = connections.filter(({ kind }) => kind === 'model')
  if (models.length < 2) return null
  return (
    <Select
      aria-label={t('app.modelServer')}
      value={used ?? ''}
      onChange={(event) => void chooseConnection({ kind: 'model', id: event.target.value })}
    >
      {models.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
