import { useState } from 'react'
import { type Mapping, type Question } from '#shared/environments/trajectories/read.ts'
import { ROW_FIELDS } from '#shared/environments/trajectories/rows.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './recordings.module.css'

const CHAT_FIELDS = ['messages', 'environment', 'seed', 'reward'] as const

/** Asks which column of a file is what, with the first record as an example. */
export function MappingForm({ id, question }: { readonly id: string; readonly question: Question }) {
  const t = useText()
  const { guess, columns, unclear, example } = question
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>(guess.columns)
  const fields = guess.shape === 'chat' ? CHAT_FIELDS : ROW_FIELDS
  const needed = guess.shape === 'chat' ? 'messages' : 'action'
  const read = (): void => {
    const mapping = { shape: guess.shape, columns: chosen } as Mapping
    void workbench.call('recordings.map', { id, mapping })
  }
  return (
    <Stack as="section" gap={2} pad={3} line="bottom" aria-label={t('environments.mapping')}>
      <Text as="p">{t('environments.mapping.hint')}</Text>
      <div className={styles['mapping']}>
        {fields.map((field) => (
          <Field
            key={field}
            label={t(`environments.mapping.${field}`)}
            hint={example[chosen[field] ?? '']?.slice(0, 60) ?? ''}
            warning={
              unclear.includes(field) && !chosen[field] ? t('environments.mapping.unclear') : undefined
            }
          >
            <Select
              value={chosen[field] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [field]: event.target.value || undefined })}
            >
              <option value="">{t('environments.mapping.nothing')}</option>
              {columns.map((column) => (
                <option key={column}>{column}</option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <Stack row>
        <Button tone="primary" reason={!chosen[needed] ? t('ui.need') : undefined} onClick={read}>
          {t('environments.mapping.read')}
        </Button>
      </Stack>
    </Stack>
  )
}
