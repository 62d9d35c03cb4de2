import { useState } from 'react'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { useText } from '../i18n/text.ts'
import { saveFile } from '../app/save-file.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { Stack } from '../ui/stack.tsx'
import styles from './settings.module.css'

/** Where everything is kept, and how to carry it elsewhere. */
export function DataSection() {
  const t = useText()
  const folder = useWorkbench((state) => state.capabilities?.dataFolder ?? '')
  const [note, setNote] = useState('')
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    try {
      setNote(await work())
    } catch (error) {
      setNote(error instanceof WorkbenchError ? `${error.message} ${error.hint ?? ''}` : String(error))
    }
  }
  const backup = () =>
    attempt(async () => {
      const { name, text, files } = await workbench.call('data.backup', {})
      saveFile(name, text, 'application/json')
      return t('settings.data.saved', { count: files })
    })
  const diagnostics = () =>
    attempt(async () => {
      const { name, text } = await workbench.call('data.diagnostics', {})
      saveFile(name, text, 'application/json')
      return t('settings.data.diagnostics.saved', { name })
    })
  const restore = (file: File) =>
    attempt(async () => {
      const { files, kept } = await workbench.call('data.restore', { text: await file.text() })
      return t('settings.data.restored', { count: files, kept })
    })
  return (
    <Stack as="section" id="settings-data" gap={2} className={styles['section']}>
      <h2>{t('settings.data')}</h2>
      <Stack as="p" row gap={2} className={styles['folder']}>
        <code>{folder}</code>
        <CopyButton text={folder} />
      </Stack>
      <p className={styles['quiet']}>{t('settings.data.hint')}</p>
      <Stack row align="end" gap={2}>
        <Button onClick={() => void backup()}>{t('settings.data.backup')}</Button>
        <Stack as="label" row gap={2}>
          {t('settings.data.restore')}
          <FileInput accept=".json,application/json" onFile={(file) => void restore(file)} />
        </Stack>
      </Stack>
      <p className={styles['quiet']}>{t('settings.data.diagnostics.hint')}</p>
      <Stack row gap={2}>
        <Button onClick={() => void diagnostics()}>{t('settings.data.diagnostics')}</Button>
      </Stack>
      <p role="status">{note}</p>
    </Stack>
  )
}
