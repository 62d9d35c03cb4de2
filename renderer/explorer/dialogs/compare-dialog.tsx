import { useEffect, useRef, useState, useMemo } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { mayHaveModel } from '../../app/connection-state.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { compareWith, momentTitle } from '../compare/compare.ts'
import { wholeElements } from '../graph/load.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { elementsOfFiles } from '../exchange/read-files.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import styles from './dialogs.module.css'
import { type ModelSnapshot, modelSnapshots } from '#shared/documents/explorer.ts'
import { collectionOf } from '../../app/document.ts'
import { documentName } from '../saved-views/persist-view.ts'

/** Chooses what to compare the model with: an earlier version, another server, files. */
export function CompareDialog() {
  const t = useText()
  const loaded = useExplorer((state) => state.loaded)
  const connections = useWorkbench((state) => state.connections)
  const snapshots = useSnapshots()
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState<number>()
  const [failure, setFailure] = useState<Failure>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => {
    void loadSnapshots().catch(() => undefined)
    return () => abort.current?.abort()
  }, [])

  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const own = new AbortController()
    abort.current = own
    setFailure(undefined)
    setBusy(0)
    try {
      await work(own.signal)
    } catch (error) {
      if (!own.signal.aborted) setFailure(toFailure(error))
    } finally {
      setBusy(undefined)
    }
  }
  const compare = (name: () => string, elements: readonly unknown[]): Promise<void> =>
    run(async (signal) => {
      await compareWith(name, elements, signal, setBusy)
      closeDialog()
    })
  const others = connections.filter(
    (one) => mayHaveModel(one) && one.state === 'ready' && one.id !== loaded?.connection,
  )
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.compare.title')}
      description={t('explorer.compare.hint')}
      width={560}
    >
      <Form
        className={styles['row']}
        onSubmit={() => {
          if (!loaded) return
          void run(async (signal) => {
            await saveSnapshot(title || loaded.workspace, await wholeElements(loaded, signal, setBusy))
            setTitle('')
          })
        }}
      >
        <Input
          aria-label={t('explorer.compare.name')}
          placeholder={t('explorer.compare.name')}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button type="submit" reason={busy !== undefined ? t('ui.wait') : undefined}>
          {t('explorer.compare.keep')}
        </Button>
      </Form>
      <Stack as="ul" scroll className={styles['list']}>
        {snapshots.map((snapshot) => (
          <li key={snapshot.id}>
            <span>{momentTitle(snapshot.title, snapshot.at)}</span>
            <small>{t('explorer.compare.elements', { count: snapshot.elements.length })}</small>
            <Button
              reason={busy !== undefined ? t('ui.wait') : undefined}
              onClick={() => void compare(() => momentTitle(snapshot.title, snapshot.at), snapshot.elements)}
            >
              {t('explorer.compare.run')}
            </Button>
            <Button tone="danger" onClick={() => void removeSnapshot(snapshot.id)}>
              {t('explorer.views.remove')}
            </Button>
          </li>
        ))}
        {others.map((connection) => (
          <li key={connection.id}>
            <span>{connection.name}</span>
            <small>{connection.workspace}</small>
            <Button
              reason={busy !== undefined ? t('ui.wait') : undefined}
              onClick={() =>
                void run(async (signal) => {
                  const source = { connection: connection.id, prefix: connection.prefix ?? 'model' }
                  const elements = await wholeElements(source, signal, setBusy)
                  await compareWith(() => connection.name, elements, signal, setBusy)
                  closeDialog()
                })
              }
            >
              {t('explorer.compare.run')}
            </Button>
          </li>
        ))}
      </Stack>
      <Stack as="label" row gap={2}>
        {t('explorer.compare.files')}
        <FileInput
          accept=".yaml,.yml,.json"
          onFiles={(files) => {
            void Promise.all(files.map(async (file) => ({ path: file.name, text: await file.text() }))).then(
              (read) =>
                compare(() => files.map(({ name }) => name).join(', '), elementsOfFiles(read).elements),
            )
          }}
        />
      </Stack>
      {busy === undefined ? null : (
        <p role="status">
          {t('explorer.reading', { rows: busy })}{' '}
          <Button onClick={() => abort.current?.abort()}>{t('ui.cancel')}</Button>
        </p>
      )}
      <FailureNotice failure={failure} />
    </Dialog>
  )
}

const snapshots = collectionOf(modelSnapshots)

const loadSnapshots = (): Promise<void> => snapshots.load()

/** Recorded versions of the model, newest first. */
function useSnapshots(): readonly (ModelSnapshot & { readonly id: string })[] {
  const { values } = snapshots.use()
  return useMemo(
    () => [...values].map(([id, snapshot]) => ({ ...snapshot, id })).sort((a, b) => b.at - a.at),
    [values],
  )
}

function saveSnapshot(title: string, elements: readonly Record<string, unknown>[]): Promise<void> {
  const at = Date.now()
  return snapshots.put(documentName(`${title}-${at}`), { title, at, elements: [...elements] })
}

const removeSnapshot = (id: string): Promise<void> => snapshots.remove(id)
