import { useEffect, useMemo, useRef, useState } from 'react'
import { isLinkKind } from '#shared/model/kinds/names.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useConnection, workbench } from '../../app/workbench.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { text, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
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
import { elementsOfFiles, keysOf, type Problem, type ReadFiles } from '../exchange/read-files.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { loadConnection, surfaces } from '../store/explorer-store.ts'
import styles from './dialogs.module.css'
import { BeforeImport } from './import-safety.tsx'

/** Problems listed per type. */
const SHOWN = 200

interface ProblemsProps {
  readonly title: string
  readonly problems: readonly Problem[]
  /** Collapsed by default. */
  readonly folded?: boolean
  /** Opens the file of a problem. */
  onMend?(problem: Problem): void
}

/** Lists problems with file, line and reason. */
function Problems({ title, problems, folded = false, onMend }: ProblemsProps) {
  const t = useText()
  if (problems.length === 0) return null
  const heading = `${title} (${problems.length})`
  const list = (
    <>
      <Stack
        as="ul"
        scroll
        className={styles['problems']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
      >
        {problems.slice(0, SHOWN).map((problem, index) => {
          const { path, line, message } = problem
          return (
            <li key={index}>
              <Stack grow>
                {path === '' ? null : <code>{line === undefined ? path : `${path}:${line}`}</code>}
                <span>{message}</span>
              </Stack>
              {onMend && path !== '' ? (
                <Button
                  tone="quiet"
                  aria-label={t('explorer.import.mendFile', { path })}
                  onClick={() => onMend(problem)}
                >
                  {t('explorer.import.mend')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </Stack>
      {problems.length > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: problems.length })}</p> : null}
    </>
  )
  if (folded)
    return (
      <details>
        <summary>{heading}</summary>
        {list}
      </details>
    )
  return (
    <section>
      <h3>{heading}</h3>
      {list}
    </section>
  )
}

interface MendingProps {
  readonly problem: Problem
  readonly text: string
  /** Called with the corrected text, or without one if nothing changes. */
  onDone(text: string | undefined): void
}

/** An editor for the file of a problem, scrolled to its line. The file on disk is not changed. */
function Mending({ problem: { path, line, message }, text, onDone }: MendingProps) {
  const t = useText()
  const [typed, setTyped] = useState(text)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = area
    if (!current) return
    const before = text.split('\n').slice(0, (line ?? 1) - 1)
    const start = before.join('\n').length + (before.length > 0 ? 1 : 0)
    const end = text.indexOf('\n', start)
    current.focus()
    current.setSelectionRange(start, end < 0 ? text.length : end)
    current.scrollTop = (current.scrollHeight / text.split('\n').length) * Math.max(0, before.length - 4)
  }, [line, text])
  return (
    <Stack gap={1.5}>
      <Text as="p" small>
        <code>{line === undefined ? path : `${path}:${line}`}</code> {message}
      </Text>
      <textarea
        ref={area}
        className={styles['mending']}
        aria-label={path}
        rows={14}
        spellCheck={false}
        wrap="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Stack row gap={2} justify="end">
        <Text tone="quiet" small>
          {t('explorer.import.mendHint')}
        </Text>
        <Button onClick={() => onDone(undefined)}>{t('ui.cancel')}</Button>
        <Button tone="primary" onClick={() => onDone(typed)}>
          {t('explorer.import.check')}
        </Button>
      </Stack>
    </Stack>
  )
}

interface ImportSourceProps {
  readonly busy: boolean
  onFiles(found: Dropped): void
  onAddress(url: string): void
}

/** Choice of the model's source: files, a folder, an address, or drag and drop. */
function ImportSource({ busy, onFiles, onAddress }: ImportSourceProps) {
  const t = useText()
  const [address, setAddress] = useState('')
  const take = (files: readonly File[]): void => void chosenFiles(files).then(onFiles)
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
      <Form className={styles['row']} onSubmit={() => address.trim() !== '' && onAddress(address)}>
        <Field label={t('explorer.import.address')}>
          <Input
            type="url"
            value={address}
            placeholder="https://github.com/…"
            onChange={(event) => setAddress(event.target.value)}
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
function useCheck(read: ReadFiles, fail: (failure: Failure) => void) {
  const connection = useConnection('model')
  const { id, prefix = 'model', state } = connection ?? {}
  const [checked, setChecked] = useState<{ readonly of: ReadFiles; readonly result: Checked }>()
  const [allowed, setAllowed] = useState<boolean>()
  useEffect(() => {
    if (id === undefined || read.elements.length === 0) return undefined
    const abort = new AbortController()
    const showError = (error: unknown): void => {
      if (!abort.signal.aborted) fail(toFailure(error))
    }
    validateModel(id, prefix, read.elements, abort.signal).then(
      (report) => setChecked({ of: read, result: checkedFiles(read, report) }),
      showError,
    )
    return () => abort.abort()
  }, [id, prefix, read]) // oxlint-disable-line react/exhaustive-deps -- `fail` is another in every rendering
  useEffect(() => {
    // Allowing writes restarts the server.
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
  const [result, setResult] = useState<{ readonly of: ReadFiles; readonly outcome: ImportResult }>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  const files = useMemo(
    () => (source?.files ?? []).map(({ path, text }) => ({ path, text: corrections.get(path) ?? text })),
    [source, corrections],
  )
  const read = useMemo(() => elementsOfFiles(files), [files])
  const { connection, prefix, allowed, checked } = useCheck(read, setFailure)
  const attempt = (work: Promise<void>): void => {
    setBusy(true)
    setFailure(undefined)
    work.catch((error: unknown) => setFailure(toFailure(error))).finally(() => setBusy(false))
  }
  const { signal } = abort.current
  const take = (found: Dropped): void => {
    if (found.files.length + found.left.length > 0) setSource(found)
    setCorrections(new Map())
  }
  const takeAddress = (url: string): void =>
    attempt(
      workbench
        .call('models.fetchModel', { url }, { signal })
        .then((found) =>
          take({ files: found.files, left: found.files.length > 0 ? [] : [t('explorer.import.nothing')] }),
        ),
    )
  const runImport = (): void => {
    if (connection === undefined || !checked) return
    const { id } = connection
    attempt(
      importModel(id, prefix, checked.good, signal).then(async (outcome) => {
        setResult({ of: read, outcome })
        await loadConnection(id)
      }),
    )
  }
  const compare = (): void =>
    attempt(
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
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.import.title')}
      description={
        source
          ? t('explorer.import.found', { elements: read.elements.length - links, links, files: files.length })
          : t('explorer.import.hint')
      }
      width={680}
    >
      <Stack
        gap={3}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void droppedFiles(event.dataTransfer).then(take)
        }}
      >
        {allowed === false && connection ? (
          <WritePermission connection={connection} purpose="import" />
        ) : null}
        {source ? null : <ImportSource busy={busy} onFiles={take} onAddress={takeAddress} />}
        <Problems
          title={t('explorer.import.left')}
          problems={(source?.left ?? []).map((message) => ({ path: '', message }))}
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
        <Problems title={t('explorer.import.warnings')} problems={checked?.warnings ?? []} folded />
        {checked && errors.length === 0 && !done ? (
          <p>
            <Badge tone="good">{t('explorer.import.valid')}</Badge>
          </p>
        ) : null}
        {read.elements.length > 0 && !checked && !failure ? (
          <p role="status">{t('explorer.import.checking')}</p>
        ) : null}
        {existing > 0 && !done ? <p>{t('explorer.import.existing', { count: existing })}</p> : null}
        {checked?.good.length && !done && connection ? <BeforeImport connection={connection} /> : null}
        {done ? (
          <p role="status">{t('explorer.import.done', { accepted: done.accepted, failed: done.failed })}</p>
        ) : null}
        {done && connection ? (
          <RestoreModel connection={connection.id} onRestored={() => void loadConnection(connection.id)} />
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
          <Button reason={busy ? t('ui.wait') : undefined} onClick={() => setSource(undefined)}>
            {t('explorer.import.other')}
          </Button>
          <Button
            reason={busy ? t('ui.wait') : read.elements.length === 0 ? t('ui.need') : undefined}
            onClick={compare}
          >
            {t('explorer.import.compare')}
          </Button>
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
