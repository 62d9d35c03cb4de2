import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Play, Square, Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { Cell } from '#shared/investigations/cell.ts'
import { shownKeys } from '../app/keys.ts'
import { runCommand } from '../app/run-command.ts'
import { useWorkbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { modelByName } from '../spl/asked.ts'
import { isFocusFree } from '../ui/landmark.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Input } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { ToolbarSpace } from '../ui/toolbar.tsx'
import { Truncate } from '../ui/truncate.tsx'
import { Age } from '../ui/moment.tsx'
import { ChangeBadge, ResultView } from './result-view.tsx'
import { cancel, canRun, runCell, useRunning } from './run.ts'
import { SourceEditor } from './source-editor.tsx'
import { changeCell, moveCell, removeCell, useBench } from './store.ts'

interface CellProps {
  readonly investigation: string
  readonly cell: Cell
  readonly index: number
  readonly isCurrent: boolean
  readonly isEditing: boolean
}

/** Short but distinguishing name of a sandbox: ids are long, and there are few platforms. */
const shortPlace = (place: string | undefined): string | undefined =>
  place?.slice(place.indexOf('/') + 1).slice(0, 8)

/** A cell's header: kind, where and when it ran, changes, and actions. */
function CellHeader({ investigation, cell, isEditing }: CellProps) {
  const t = useText()
  const { id, kind, result, connection, sandbox } = cell
  const running = useRunning((state) => state.running[id])
  const server = useWorkbench(
    ({ connections }) => modelByName(connections, connection ?? '')?.name ?? connection,
  )
  const facts = [
    t(`investigations.kind.${kind}`),
    kind === 'query' ? server : kind === 'command' ? shortPlace(sandbox) : undefined,
    result || !canRun(cell) ? undefined : t('investigations.noResult'),
  ]
  const keys = shownKeys
  return (
    <Stack row gap={2} small tone="quiet">
      <Truncate>
        {facts.filter(Boolean).join(' · ')}
        {result ? (
          <>
            {' · '}
            <Age at={result.at} />
          </>
        ) : null}
      </Truncate>
      {running ? (
        <span role="status">
          {running.of ? `${running.done} / ${running.of}` : t('investigations.running')}
        </span>
      ) : null}
      {result && !running ? <ChangeBadge result={result} /> : null}
      <ToolbarSpace />
      {running ? (
        <IconButton
          icon={Square}
          label={t('investigations.cancel')}
          keys={keys('investigations.cancel')}
          onClick={() => cancel(id)}
        />
      ) : canRun(cell) ? (
        <IconButton
          icon={Play}
          label={t('investigations.run')}
          keys={keys('investigations.run')}
          onClick={() => void runCell(investigation, id)}
        />
      ) : null}
      {kind === 'note' && !isEditing ? (
        <IconButton
          icon={Pencil}
          label={t('investigations.edit')}
          keys="Enter"
          onClick={() => useBench.setState({ current: id, editing: id })}
        />
      ) : null}
      <Menu
        label={t('investigations.more')}
        icon={EllipsisVertical}
        entries={[
          {
            label: t('investigations.up'),
            icon: ArrowUp,
            keys: keys('investigations.up'),
            act: () => moveCell(investigation, id, -1),
          },
          {
            label: t('investigations.down'),
            icon: ArrowDown,
            keys: keys('investigations.down'),
            act: () => moveCell(investigation, id, 1),
          },
          {
            label: t('investigations.remove'),
            icon: Trash2,
            danger: true,
            apart: true,
            keys: 'Delete',
            act: () => removeCell(investigation, id),
          },
        ]}
      />
    </Stack>
  )
}

/** A cell's text: an editor for queries and commands, rendered notes, a title for pictures. */
function CellText({ investigation, cell, isEditing }: CellProps) {
  const t = useText()
  const { id, kind, text, connection } = cell
  const write = (next: string): void => changeCell(investigation, id, (now) => ({ ...now, text: next }))
  const leave = (): void => {
    useBench.setState({ editing: undefined })
    document.querySelector<HTMLElement>(`[data-cell="${id}"]`)?.focus()
  }
  if (kind === 'graph')
    return (
      <Input
        aria-label={t('investigations.graphTitle')}
        defaultValue={text}
        key={text}
        onBlur={({ target }) => target.value !== text && write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') leave()
          // Undo belongs to the field here.
          if (event.key === 'z') event.stopPropagation()
        }}
      />
    )
  if (kind === 'note' && !isEditing)
    return text.trim() === '' ? (
      <Text as="p" tone="faint">
        {t('investigations.note.empty')}
      </Text>
    ) : (
      <Markdown text={text} label={t('investigations.note')} bare />
    )
  return (
    <SourceEditor
      kind={kind}
      text={text}
      connection={connection}
      focused={isEditing}
      onChange={write}
      onLeave={leave}
    />
  )
}

/** One cell. While the cell itself has focus, arrows move between cells and Enter enters it. */
export const CellView = memo(function CellView(props: CellProps) {
  const t = useText()
  const { cell, index, isCurrent, isEditing } = props
  const { id, kind, result } = cell
  const frame = useRef<HTMLDivElement>(null)
  const label = t('investigations.cell', { number: index + 1, kind: t(`investigations.kind.${kind}`) })
  // A cell made current by a command takes the focus, unless the user is typing in one.
  useEffect(() => {
    if (isCurrent && !isEditing && (isFocusFree() || document.activeElement?.matches('[data-cell]')))
      frame.current?.focus()
  }, [isCurrent, isEditing])
  const onFocus = ({ target }: FocusEvent): void => {
    const isWriting = target.closest('.cm-editor') !== null
    const { current, editing } = useBench.getState()
    if (current !== id || (isWriting && editing !== id && kind !== 'note'))
      useBench.setState({ current: id, editing: isWriting ? id : editing === id ? id : undefined })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const command = { Enter: 'edit', Delete: 'remove' }[event.key]
    if (command === undefined) return
    event.preventDefault()
    void runCommand(`investigations.${command}`)
  }
  return (
    // Keys are handled by list and commands; everything inside is also reachable with Tab.
    <Stack
      as="article"
      ref={frame}
      gap={1}
      pad={[2, 3]}
      line="bottom"
      ground="surface"
      style={isCurrent ? { boxShadow: 'inset 3px 0 0 var(--accent)' } : undefined}
      data-cell={id}
      aria-label={label}
      aria-current={isCurrent || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- cells are walked with the arrow keys
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <CellHeader {...props} />
      <CellText {...props} />
      {result ? <ResultView result={result} label={label} cell={cell} /> : null}
    </Stack>
  )
})
