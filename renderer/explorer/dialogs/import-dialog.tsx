import { useEffect, useMemo, useRef, useState } from 'react'
import { isLinkKind } from '#shared/model/kinds/names.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useConnection, workbench } from '../../app/workbench.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { openHelp } from '../../app/help-store.ts'
import { text, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDropTarget } from '../../ui/drop-target.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { RestoreModel } from '../../drafts/views/restore-model.tsx'
import { WritePermission } from '../../drafts/views/write-permission.tsx'
import { compareImport } from '../compare/compare.ts'
import { chosenFiles, type Dropped, droppedFiles } from '../exchange/dropped.ts'
import {
  type Checked,
  checkedFiles,
  importAllowed,
  importModel,
  type ImportResult,
  validateModel,
} from '../exchange/import-model.ts'
import { keysOf, type Problem, type ReadFiles } from '../exchange/read-files.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { loadConnection, loadWhole, surfaces } from '../store/explorer-store.ts'
import styles from './dialogs.module.css'
import { Mending, Problems } from './import-problems.tsx'
import { BeforeImport } from './import-safety.tsx'
import { ImportWork, type Work } from './import-work.tsx'
import { useReadFiles } from './use-read-files.ts'

/** Warnings, and files left out, that are listed at once; more are folded. */
const FEW = 3

interface ImportSourceProps {
  readonly busy: boolean
  /** Called with the files while they are read. */
  onFiles(read: (onRead: (count: number) => void) => Promise<Dropped>): void
  onAddress(url: string): void
  /** Called when another address is typed: what was said of the last one no longer applies. */
  onEdit(): void
}

/** What a file looks like, in one line, and the way to a whole one. */
function FileFormat() {
  const t = useText()
  const show = (): void => {
    // The help lies below a dialog.
    closeDialog()
    openHelp('words', t('start.help.term.explorer.import'))
  }
  return (
    <Text as="p" tone="quiet" small>
      {t('explorer.import.like')} <code>{'kind: entity_set, metadata: { name: … }, spec: …'}</code>{' '}
      <Button tone="link" onClick={show}>
        {t('explorer.import.format')}
      </Button>
    </Text>
  )
}

/** Choice of the model's source: files, a folder, an address, or drag and drop. */
function ImportSource({ busy, onFiles, onAddress, onEdit }: ImportSourceProps) {
  const t = useText()
  const [address, setAddress] = useState('')
  const take = (files: readonly File[]): void => onFiles((onRead) => chosenFiles(files, onRead))
  return (
    <>
      <Stack pad={6} className={styles['drop']} align="center" gap={2}>
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
      <FileFormat />
      <Form className={styles['row']} onSubmit={() => address.trim() !== '' && onAddress(address)}>
        <Field label={t('explorer.import.address')}>
          <Input
            type="url"
            value={address}
            placeholder="https://github.com/…"
            onChange={(event) => {
              setAddress(event.target.value)
              onEdit()
            }}
          />
        </Field>
        <Button type="submit" reason={busy ? t('ui.wait') : address.trim() === '' ? t('ui.need') : undefined}>
          {t('explorer.import.fetch')}
        </Button>
      </Form>
    </>
  )
}

/** Lets the server check the files without importing them. */
function useCheck(read: ReadFiles, fail: (failure: Failure | undefined) => void) {
  const connection = useConnection('model')
  const { id, prefix = 'model', state } = connection ?? {}
  // Allowing writes restarts the server, which then checks once more what it was asked before.
  const isStarting = state === 'starting'
  const [checked, setChecked] = useState<{ readonly of: ReadFiles; readonly result: Checked }>()
  const [allowed, setAllowed] = useState<boolean>()
  useEffect(() => {
    if (id === undefined || isStarting || read.elements.length === 0) return undefined
    const abort = new AbortController()
    fail(undefined)
    const showError = (error: unknown): void => {
      if (!abort.signal.aborted) fail(toFailure(error))
    }
    validateModel(id, prefix, read.elements, abort.signal).then(
      (report) => setChecked({ of: read, result: checkedFiles(read, report) }),
      showError,
    )
    return () => abort.abort()
  }, [id, prefix, read, isStarting]) // oxlint-disable-line react/exhaustive-deps -- `fail` is another in every rendering
  useEffect(() => {
    if (id === undefined || state !== 'ready') return undefined
    const abort = new AbortController()
    // Without an answer the server decides when something is imported.
    importAllowed(id, prefix, abort.signal).then(setAllowed, () => undefined)
    return () => abort.abort()
  }, [id, prefix, state])
  return { connection, prefix, allowed, checked: checked?.of === read ? checked.result : undefined }
}

/**
 * Imports model files: shows their contents and the server's findings, allows corrections, then imports the
 * valid elements.
 */
export function ImportDialog({ dropped }: { readonly dropped?: Dropped | undefined }) {
  const t = useText()
  const [source, setSource] = useState(dropped)
  const [corrections, setCorrections] = useState<ReadonlyMap<string, string>>(new Map())
  const [mending, setMending] = useState<Problem>()
  const [result, setResult] = useState<{
    readonly of: ReadFiles
    readonly outcome: ImportResult
    readonly isUndone?: boolean
  }>()
  const [failure, setFailure] = useState<Failure>()
  const [work, setWork] = useState<Work>()
  const busy = work !== undefined
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  const files = useMemo(
    () =>
      (source?.files ?? []).map((file) => {
        const text = corrections.get(file.path)
        return text === undefined ? file : { path: file.path, text }
      }),
    [source, corrections],
  )
  const { read, done: parsed } = useReadFiles(files)
  const { connection, prefix, allowed, checked } = useCheck(read, setFailure)
  const attempt = (label: Work['label'], of: (signal: AbortSignal) => Promise<void>): void => {
    const own = new AbortController()
    // What comes of an earlier attempt is not said of this one.
    abort.current.abort()
    abort.current = own
    const isLatest = (): boolean => abort.current === own
    setWork({ label })
    setFailure(undefined)
    of(own.signal)
      .catch((error: unknown) => isLatest() && setFailure(toFailure(error)))
      .finally(() => isLatest() && setWork(undefined))
  }
  const chooseOther = (): void => {
    setFailure(undefined)
    setSource(undefined)
  }
  const cancel = (): void => {
    abort.current.abort()
    // A cancelled import leaves the choice of files; whether it was written already, the graph says.
    if (work?.label !== 'importing') setSource(undefined)
    else if (connection) void loadConnection(connection.id)
  }
  const take = (found: Dropped): void => {
    if (found.files.length + found.left.length > 0) setSource(found)
    setCorrections(new Map())
  }
  const takeFiles = (reading: (onRead: (count: number) => void) => Promise<Dropped>): void =>
    attempt('files', async (signal) => {
      const found = await reading((count) => !signal.aborted && setWork({ label: 'files', done: count }))
      if (!signal.aborted) take(found)
    })
  const dropTarget = useDropTarget((data) => takeFiles((onRead) => droppedFiles(data, onRead)))
  const takeAddress = (url: string): void =>
    attempt('files', (signal) =>
      workbench.call('models.fetchModel', { url }, { signal }).then((found) =>
        take({
          files: found.files,
          left: found.files.length > 0 ? [] : [{ path: '', message: t('explorer.import.nothing') }],
        }),
      ),
    )
  const runImport = (): void => {
    if (connection === undefined || !checked) return
    const { id } = connection
    attempt('importing', async (signal) => {
      const outcome = await importModel(id, prefix, checked.good, signal)
      setResult({ of: read, outcome })
      void loadWhole(id)
    })
  }
  const compare = (): void =>
    attempt('comparing', (signal) =>
      compareImport(
        () => text('explorer.import.files', { count: files.length }),
        checked?.good ?? read.elements,
        signal,
      ).then(closeDialog),
    )
  const errors = checked?.errors ?? read.problems
  const links = read.elements.filter(({ kind }) => isLinkKind(String(kind))).length
  // Links have no key of their own in the graph.
  const existing = useMemo(() => {
    const { indexOf } = surfaces.model.getState().graph
    return keysOf(read).filter((key) => indexOf.has(key)).length
  }, [read])
  const done = result?.of === read ? result.outcome : undefined
  const isChecking = read.elements.length > 0 && !checked && !failure
  const shownWork: Work | undefined =
    work ??
    (parsed === undefined
      ? isChecking
        ? { label: 'checking' }
        : undefined
      : { label: 'reading', done: parsed, of: files.length })
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.import.title')}
      description={
        source && parsed === undefined
          ? t('explorer.import.found', { elements: read.elements.length, links, files: files.length })
          : source
            ? t('explorer.import.files', { count: files.length })
            : t('explorer.import.hint')
      }
      width={680}
    >
      <Stack gap={3} {...dropTarget}>
        {allowed === false && connection ? (
          <WritePermission connection={connection} purpose="import" />
        ) : null}
        {source ? null : (
          <ImportSource
            busy={busy}
            onFiles={takeFiles}
            onAddress={takeAddress}
            onEdit={() => setFailure(undefined)}
          />
        )}
        <Problems
          title={t('explorer.import.left')}
          problems={source?.left ?? []}
          folded={(source?.left.length ?? 0) > FEW}
        />
        {mending ? (
          <Mending
            problem={mending}
            text={files.find(({ path }) => path === mending.path)?.text ?? ''}
            onDone={(text) => {
              if (text !== undefined) setCorrections((now) => new Map(now).set(mending.path, text))
              setMending(undefined)
            }}
          />
        ) : (
          <Problems title={t('explorer.import.errors')} problems={errors} onMend={setMending} />
        )}
        <Problems
          title={t('explorer.import.warnings')}
          problems={checked?.warnings ?? []}
          folded={(checked?.warnings.length ?? 0) > FEW}
        />
        {checked && errors.length === 0 && !done ? (
          <Stack as="p" row wrap gap={2}>
            <Badge tone="good">{t('explorer.import.valid')}</Badge>
            {checked.warnings.length > 0 ? (
              <Badge tone="warning">{t('explorer.import.warned', { count: checked.warnings.length })}</Badge>
            ) : null}
          </Stack>
        ) : null}
        <ImportWork work={shownWork} onCancel={cancel} />
        {existing > 0 && !done ? <p>{t('explorer.import.existing', { count: existing })}</p> : null}
        {checked?.good.length && !done && connection ? <BeforeImport connection={connection} /> : null}
        {done && !result?.isUndone ? (
          <p role="status">{t('explorer.import.done', { accepted: done.accepted, failed: done.failed })}</p>
        ) : null}
        {done && connection ? (
          <RestoreModel
            connection={connection.id}
            onRestored={() => {
              setResult(result && { ...result, isUndone: true })
              void loadWhole(connection.id)
            }}
          />
        ) : null}
        {done?.items.some(({ ok }) => !ok) ? (
          <Problems
            title={t('explorer.import.refused')}
            problems={done.items.flatMap(({ id, ok, message = '' }) => (ok ? [] : [{ path: id, message }]))}
          />
        ) : null}
        <FailureNotice failure={failure} />
      </Stack>
      {source ? (
        <DialogActions>
          <Button reason={busy ? t('ui.wait') : undefined} onClick={chooseOther}>
            {t('explorer.import.other')}
          </Button>
          {read.elements.length === 0 ? null : (
            <Button reason={busy ? t('ui.wait') : undefined} onClick={compare}>
              {t('explorer.import.compare')}
            </Button>
          )}
          {done ? (
            <Button tone="primary" onClick={closeDialog}>
              {t('ui.close')}
            </Button>
          ) : (
            <Button
              tone="primary"
              reason={
                busy ? t('ui.wait') : !checked?.good.length || allowed === false ? t('ui.need') : undefined
              }
              onClick={runImport}
            >
              {checked && errors.length > 0 && checked.good.length > 0
                ? t('explorer.import.runGood', { count: checked.good.length })
                : t('explorer.import.run')}
            </Button>
          )}
        </DialogActions>
      ) : null}
    </Dialog>
  )
}
