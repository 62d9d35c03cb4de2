import { Download, EllipsisVertical, FileUp, NotebookText, Play, Plus, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_CELLS } from '#shared/investigations/cell.ts'
import { UnreadableFile } from '#shared/investigations/read.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { useAddress } from '../app/address.ts'
import { BenchHeader } from '../app/bench-header.tsx'
import { FailureNotice } from '../app/failure-text.tsx'
import { shownKeys } from '../app/keys.ts'
import { openFiles } from '../app/open-files.ts'
import { runCommand } from '../app/run-command.ts'
import { text as say, useText } from '../i18n/text.ts'
import { followVocabulary } from '../spl/vocabulary.ts'
import { Button } from '../ui/button.tsx'
import { Columns, ColumnToggle } from '../ui/columns.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { List } from '../ui/list.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { Row } from '../ui/row.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { ToolbarSpace } from '../ui/toolbar.tsx'
import { Age } from '../ui/moment.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { CellList } from './cell-list.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { shownTitle } from './shown-title.ts'
import { useRunning } from './run.ts'
import {
  investigationOf,
  list,
  newInvestigation,
  openInvestigation,
  showInvestigation,
  trustInvestigation,
  undoLast,
  useBench,
  useTrusted,
} from './store.ts'
import { useInvestigationCommands } from './use-commands.ts'

const full = (): Failure => ({ code: 'FULL', message: say('investigations.full', { count: MAX_CELLS }) })

/** Opens Markdown files, and reports unreadable ones. */
async function openFile(fail: (failure: Failure | undefined) => void): Promise<void> {
  fail(undefined)
  for (const { name, text } of await openFiles('.md,.markdown,.txt,text/markdown')) {
    try {
      openInvestigation(name, text)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      const { why } = error
      const message = say(`investigations.unreadable.${why}`)
      fail({ code: 'UNREADABLE_FILE', message, hint: say('investigations.unreadable.hint') })
    }
  }
}

/** The investigations, newest first. */
function InvestigationList() {
  const t = useText()
  const { value } = list.use()
  const shown = useBench((state) => state.shown)
  return (
    <Stack as="aside" grow scroll ground="sunken" pad={1} aria-label={t('investigations.list')}>
      <List label={t('investigations.list')} items={value} keyOf={({ id }) => id} current={shown}>
        {({ id, title, at }) => (
          <Row
            label={shownTitle(title)}
            note={<Age at={at} />}
            selected={id === shown}
            onClick={() => showInvestigation(id)}
          />
        )}
      </List>
    </Stack>
  )
}

/** Undo for the latest removal. */
function Removed() {
  const t = useText()
  const last = useBench((state) => state.told)
  if (!last) return null
  return (
    <Notice
      role="status"
      action={<Button onClick={undoLast}>{t('investigations.undo.button')}</Button>}
      dismiss={{ act: () => useBench.setState({ told: undefined }) }}
    >
      {t(`investigations.removed.${last.what}`)}
    </Notice>
  )
}

function Document({ id }: { readonly id: string }) {
  const t = useText()
  const { value, status } = investigationOf(id).use()
  const isForeign = useTrusted((ids) => ids?.has(id) === false)
  if (value === undefined)
    return status === 'ready' ? (
      <EmptyState title={t('investigations.gone')} hint={t('investigations.gone.hint')} />
    ) : (
      <Text as="p" tone="quiet" pad={4}>
        {t('ui.loading')}
      </Text>
    )
  return (
    <Stack grow>
      {isForeign ? (
        <Notice
          tone="warning"
          role="note"
          action={<Button onClick={() => trustInvestigation(id)}>{t('investigations.foreign.trust')}</Button>}
        >
          <strong>{t('investigations.foreign')}</strong> {t('investigations.foreign.hint')}
        </Notice>
      ) : null}
      {value.cells.length === 0 ? (
        <EmptyState
          icon={NotebookText}
          title={t('investigations.empty')}
          hint={t('investigations.empty.hint', { keys: shownKeys('query.keep') ?? '' })}
          action={
            <Stack row gap={2} wrap justify="center">
              {KINDS.map((kind) => (
                <Button key={kind} onClick={() => void runCommand(`investigations.add.${kind}`)}>
                  {t(`investigations.add.${kind}`)}
                </Button>
              ))}
            </Stack>
          }
        />
      ) : (
        <CellList key={id} id={id} cells={value.cells} />
      )}
    </Stack>
  )
}

const KINDS = ['query', 'note', 'command'] as const

function Tools() {
  const t = useText()
  const all = useRunning((state) => state.all)
  const run = (id: string) => () => void runCommand(`investigations.${id}`)
  const entry = (id: 'markdown' | 'html' | 'rename' | 'delete') => ({
    label: t(`investigations.${id}`),
    keys: shownKeys(`investigations.${id}`),
    act: run(id),
    takesFocus: id === 'rename',
  })
  return (
    <>
      <Menu
        trigger={
          <Button data-tour="add">
            <Plus size={13} aria-hidden />
            {t('investigations.add')}
          </Button>
        }
        entries={KINDS.map((kind) => ({
          label: t(`investigations.add.${kind}`),
          keys: shownKeys(`investigations.add.${kind}`),
          takesFocus: true,
          act: run(`add.${kind}`),
        }))}
      />
      {all ? (
        <Button onClick={run('cancel')} keys={shownKeys('investigations.cancel')}>
          <Square size={13} aria-hidden />
          {t('investigations.cancel')}
        </Button>
      ) : (
        <Button data-tour="run" onClick={run('runAll')} keys={shownKeys('investigations.runAll')}>
          <Play size={13} aria-hidden />
          {t('investigations.runAll')}
        </Button>
      )}
      {all ? (
        <Text small tone="quiet" role="status">
          {t('investigations.runningAll', { done: all.done + 1, of: all.of })}
        </Text>
      ) : null}
      <Menu
        trigger={
          <Button data-tour="share">
            <Download size={13} aria-hidden />
            {t('investigations.export')}
          </Button>
        }
        entries={[entry('markdown'), entry('html')]}
      />
      <Menu
        label={t('investigations.more')}
        icon={EllipsisVertical}
        entries={[entry('rename'), { ...entry('delete'), danger: true, apart: true }]}
      />
    </>
  )
}

/** Shows what the address names, by default the newest. */
function useShown(): void {
  const { value, status } = list.use()
  const shown = useBench((state) => state.shown)
  const first = value[0]?.id
  useEffect(() => {
    if (status === 'ready' && shown === undefined && first !== undefined) showInvestigation(first)
  }, [status, shown, first])
  useAddress(
    'investigations',
    [shown],
    ([id]) => id !== undefined && showInvestigation(id),
    status === 'ready',
  )
}

/** The investigations bench: documents of notes, queries and commands with their results. */
export function Investigations() {
  const t = useText()
  const { value, status } = list.use()
  const shown = useBench((state) => state.shown)
  const [open, setOpen] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  const title = value.find(({ id }) => id === shown)?.title
  useEffect(() => void list.load().catch(() => undefined), [])
  useEffect(() => followVocabulary(), [])
  useShown()
  const openOne = (): void => void openFile(setFailure)
  useInvestigationCommands({ open: openOne, full: () => setFailure(full()) })
  return (
    <Stack grow style={{ height: '100%' }}>
      <BenchHeader
        title="app.bench.investigations"
        object={title && shownTitle(title)}
        label={t('investigations.toolbar')}
      >
        <ColumnToggle
          label={t('investigations.list')}
          side="left"
          open={open && value.length > 0}
          reason={value.length === 0 ? t('ui.none.rows') : undefined}
          onToggle={() => setOpen(!open)}
        />
        <IconButton
          data-tour="new"
          icon={Plus}
          label={t('investigations.new')}
          onClick={() => newInvestigation()}
        />
        <IconButton data-tour="open" icon={FileUp} label={t('investigations.open')} onClick={openOne} />
        {shown === undefined || value.length === 0 ? null : <Tools />}
        <ToolbarSpace />
      </BenchHeader>
      <FailureNotice failure={failure} />
      <Removed />
      {status === 'ready' && value.length === 0 ? (
        <EmptyState
          icon={NotebookText}
          title={t('investigations.none')}
          hint={t('investigations.none.hint', { keys: shownKeys('query.keep') ?? '' })}
          action={
            <Stack row gap={2}>
              <Button tone="primary" onClick={() => newInvestigation()}>
                {t('investigations.new')}
              </Button>
              <Button onClick={openOne}>{t('investigations.open')}</Button>
            </Stack>
          }
        />
      ) : (
        <Columns
          id="investigations"
          label={t('investigations.list')}
          side="left"
          share={20}
          minimum={180}
          open={open}
          onOpenChange={setOpen}
          column={<InvestigationList />}
        >
          {shown === undefined ? (
            <EmptyState title={t('investigations.choose')} hint={t('investigations.choose.hint')} />
          ) : (
            <Document key={shown} id={shown} />
          )}
        </Columns>
      )}
      <AskDialog />
      <RenameDialog />
    </Stack>
  )
}
