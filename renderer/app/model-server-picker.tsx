import { Select } from '../ui/field.tsx'
import { mayHaveModel } from './connection-state.ts'
import { Truncate } from '../ui/truncate.tsx'
import { useText } from '../i18n/text.ts'
import { chooseConnection, useConnection, useWorkbench } from './workbench.ts'

/** The model server in use: a select if there are several, otherwise its name. */
export function ModelServerPicker() {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  const used = useConnection('model')
  const models = connections.filter((one) => mayHaveModel(one) || one.id === used?.id)
  if (models.length < 2) return used ? <Truncate tone="quiet">{used.name}</Truncate> : null
  return (
    <Select
      aria-label={t('app.modelServer')}
      value={used?.id ?? ''}
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
