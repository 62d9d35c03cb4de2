import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { chosenFiles, type Dropped } from '../exchange/dropped.ts'
import styles from './dialogs.module.css'

interface ImportSourceProps {
  readonly busy: boolean
  onFiles(found: Dropped): void
  onAddress(url: string): void
}

/** Where a model comes from: files, a folder, an address; or it is dropped. */
export function ImportSource({ busy, onFiles, onAddress }: ImportSourceProps) {
  const t = useText()
  const [address, setAddress] = useState('')
  const take = (files: readonly File[]): void => void chosenFiles(files).then(onFiles)
  return (
    <>
      <Stack className={styles['drop']} align="center" gap={2}>
        <Stack row gap={2}>
          <FileInput accept=".yaml,.yml,.json" label={t('explorer.import.chooseFiles')} onFiles={take}>
            {t('explorer.import.chooseFiles')}
          </FileInput>
          <FileInput folder label={t('explorer.import.chooseFolder')} onFiles={take}>
            {t('explorer.import.chooseFolder')}
          </FileInput>
        </Stack>
        <Text tone="quiet" small>
          {t('explorer.import.drop')}
        </Text>
      </Stack>
      <Stack
        as="form"
        row
        align="end"
        gap={2}
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') onAddress(address)
        }}
      >
        <Field label={t('explorer.import.address')}>
          <Input
            type="url"
            value={address}
            placeholder="https://github.com/…"
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={busy || address.trim() === ''}>
          {t('explorer.import.fetch')}
        </Button>
      </Stack>
    </>
  )
}
