import { useText } from '../../i18n/text.ts'
import { Select } from '../../ui/field.tsx'
import { openRecordings, useHeads } from './recordings.ts'

/** The sets that are kept, newest first; choosing one opens it. */
export function RecordingsSelect() {
  const t = useText()
  const kept = Object.values(useHeads()).toSorted((a, b) => b.started - a.started)
  if (kept.length === 0) return null
  return (
    <Select
      aria-label={t('environments.recordings.kept')}
      value=""
      onChange={({ target: { value } }) =>
        openRecordings(value, kept.find(({ id }) => id === value)?.name ?? '')
      }
    >
      <option value="" disabled>
        {t('environments.recordings.keptCount', { count: kept.length })}
      </option>
      {kept.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
