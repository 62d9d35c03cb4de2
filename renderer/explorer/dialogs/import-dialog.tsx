import { useEffect, useMemo, useRef, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { compareWith } from '../compare/compare.ts'
import { loadConnection, useExplorer } from '../store/explorer-store.ts'
import {
  importAllowed,
  importModel,
  validateModel,
  type ImportResult,
  type ValidationReport,
} from '../exchange/import-model.ts'
import type { Dropped } from '../exchange/dropped.ts'
import { elementsOfFiles } from '../exchange/read-files.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import styles from './dialogs.module.css'

/** Problems listed per sort. */
const SHOWN = 200

/** A dropped model folder: what is in it, what the server says about it, and only then the import. */
export function ImportDialog({ dropped: { files, left } }: { readonly dropped: Dropped }) {
  const t = useText()
  const loaded = useExplorer((state) => state.loaded)
  const read = useMemo(() => elementsOfFiles(files), [files])
  const [report, setReport] = useState<ValidationReport>()
  const [allowed, setAllowed] = useState<boolean>()
  const [result, setResult] = useState<ImportResult>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    abort.current = own
    if (!loaded || read.elements.length === 0) return
    const { connection, prefix } = loaded
    const fail = (error: unknown): void => {
      if (!own.signal.aborted) setFailure(toFailure(error))
    }
    validateModel(connection, prefix, read.elements, own.signal).then(setReport, fail)
    importAllowed(connection, prefix, own.signal).then(setAllowed, fail)
    return () => own.abort()
  }, [loaded, read])
  const attempt = (work: Promise<void>): void => {
    setBusy(true)
    setFailure(undefined)
    work.catch((error: unknown) => setFailure(toFailure(error))).finally(() => setBusy(false))
  }
  const runImport = (): void => {
    if (!loaded) return
    attempt(
      importModel(loaded.connection, loaded.prefix, read.elements, abort.current.signal).then(
        async (done) => {
          setResult(done)
          await loadConnection(loaded.connection)
        },
      ),
    )
  }
  const compare = (): void =>
    attempt(
      compareWith(
        t('explorer.import.files', { count: files.length }),
        read.elements,
        abort.current.signal,
        () => undefined,
      ).then(closeDialog),
    )
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.import.title')}
      description={t('explorer.import.found', { elements: read.elements.length, files: files.length })}
      width={620}
    >
      <Problems title={t('explorer.import.left')} lines={left} />
      {read.problems.length > 0 ? (
        <Problems
          title={t('explorer.import.unread')}
          lines={read.problems.map(({ path, message }) => `${path}: ${message}`)}
        />
      ) : null}
      {report ? (
        <>
          <p>
            <Badge tone={report.valid ? 'good' : 'bad'}>
              {t(report.valid ? 'explorer.import.valid' : 'explorer.import.invalid')}
            </Badge>
          </p>
          <Problems
            title={t('explorer.import.errors')}
            lines={report.errors.map(({ field, reason }) => `${field}: ${reason}`)}
          />
          <Problems
            title={t('explorer.import.warnings')}
            lines={report.warnings.map(({ field, reason }) => `${field}: ${reason}`)}
          />
        </>
      ) : read.elements.length > 0 && !failure ? (
        <p role="status">{t('explorer.import.checking')}</p>
      ) : null}
      {allowed === false ? <p className={styles['quiet']}>{t('explorer.import.readOnly')}</p> : null}
      {result ? (
        <p role="status">{t('explorer.import.done', { accepted: result.accepted, failed: result.failed })}</p>
      ) : null}
      {failure ? (
        <Text role="alert" as="p" tone="bad">
          {failure.message} {failure.hint}
        </Text>
      ) : null}
      <DialogActions>
        <Button disabled={busy || read.elements.length === 0} onClick={compare}>
          {t('explorer.import.compare')}
        </Button>
        <Button
          tone="primary"
          disabled={busy || !report?.valid || allowed === false || result !== undefined}
          onClick={runImport}
        >
          {t('explorer.import.run')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Problems({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <section>
      <h3>
        {title} ({lines.length})
      </h3>
      <Stack
        as="ul"
        scroll
        className={styles['list']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
      >
        {lines.slice(0, SHOWN).map((line, index) => (
          <li key={index}>
            <span title={line}>{line}</span>
          </li>
        ))}
      </Stack>
      {lines.length > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: lines.length })}</p> : null}
    </section>
  )
}
