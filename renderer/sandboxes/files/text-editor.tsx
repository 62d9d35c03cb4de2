import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { dropDraft } from './drafts.ts'
import { nameOf } from './tree-store.ts'
import { type FileText, useFileEditor } from './use-file-editor.ts'
import styles from './files.module.css'

interface TextEditorProps extends FileText {
  reload(): void
}

/** A text file in an editor. What is not saved survives a restart; a file that changed meanwhile is noticed before it is replaced. */
export function TextEditor({ reload, ...file }: TextEditorProps) {
  const t = useText()
  const unsupported = useUnsupportedFeature()
  const { place, path } = file
  const { host, state, problem, save } = useFileEditor(file)
  const discard = (): void => {
    dropDraft(place, path)
    reload()
  }
  return (
    <div className={styles['editor']}>
      <Stack row gap={2} line="bottom" className={styles['bar']} role="status">
        <strong>{nameOf(path)}</strong>
        {state === 'edited' ? <Badge tone="warning">{t('sandboxes.files.unsaved')}</Badge> : null}
        {state === 'saved' ? <Badge tone="good">{t('sandboxes.files.saved')}</Badge> : null}
        {problem === undefined ? null : <Text tone="bad">{problem}</Text>}
        <span className={styles['space']} />
        {state === 'changed' ? (
          <>
            <Button onClick={discard}>{t('sandboxes.files.reload')}</Button>
            <Button tone="danger" onClick={() => void save(true)}>
              {t('sandboxes.files.overwrite')}
            </Button>
          </>
        ) : (
          <Button
            tone="primary"
            reason={unsupported('upload', place.platform)}
            disabled={state === 'same' || state === 'saved' || state === 'saving'}
            onClick={() => void save(false)}
          >
            {t('sandboxes.files.save')}
          </Button>
        )}
      </Stack>
      <div ref={host} className={styles['text']} />
    </div>
  )
}
