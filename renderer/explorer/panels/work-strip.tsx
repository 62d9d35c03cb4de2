import type { ReactNode } from 'react'
import type { Failure } from '#shared/workbench/failure.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { text, useText } from '../../i18n/text.ts'
import { shownName } from '../../ui/shown-name.ts'
import { useLasting } from '../../ui/use-lasting.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { openView } from '../exchange/open-view.ts'
import { cancelLoading, type Lacking, loadConnection, useExplorer } from '../store/explorer-store.ts'
import { reloadTopology } from '../topology/restore-topology.ts'
import { cancelTopology } from '../topology/topology-calls.ts'
import { useTopology } from '../topology/topology-store.ts'
import { isBehind } from '../view/fit-whole.ts'
import { cancelLayout, runLayout } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import styles from './work-strip.module.css'

/** Maximum names listed of a view's missing items. */
const NAMED = 3

interface Line {
  readonly about: string
  readonly text: ReactNode
  readonly bad?: boolean
  readonly actions?: readonly (readonly [string, () => void])[]
  /** Whether it goes by itself when what it says is done. */
  readonly passes?: boolean
}

/** "“Checkout” shows 5 things that are not here: …" */
export function missingSentence(
  { title, workspace = '', missing, view }: Omit<Lacking, 'at'>,
  isHere = true,
): string {
  const names = missing.slice(0, NAMED).map((key) => shownName(key.slice(0, 80)))
  return text(`explorer.views.${isHere ? (view ? 'allMissing' : 'missing') : 'waiting'}`, {
    title: shownName(title),
    workspace: shownName(workspace),
    known: workspace === '' ? 'no' : 'yes',
    count: missing.length,
    names: names.join(', '),
    more: missing.length - names.length,
  })
}

/** What an opened view lacks; with another server than that, only what may be opened there. */
function openedLines(opened: Lacking | Failure, loaded: Lacking['at']): readonly Line[] {
  const dismiss = [text('ui.dismiss'), () => useExplorer.setState({ opened: undefined })] as const
  if ('code' in opened)
    return [{ about: 'opened', text: <FailureText failure={opened} />, bad: true, actions: [dismiss] }]
  const { view, at } = opened
  const isHere = at?.connection === loaded?.connection && at?.workspace === loaded?.workspace
  if (!isHere && (!view || !loaded)) return []
  const open = view && !isHere ? [[text('explorer.views.openHere'), () => void openView(view)] as const] : []
  return [{ about: 'opened', text: missingSentence(opened, isHere), actions: [...open, dismiss] }]
}

/** Time in milliseconds after which it is said that a picture is being made. */
const SOON_MS = 400

/** What is under way, and what there is to say of what is shown. */
function useLines(): readonly Line[] {
  const t = useText()
  const surface = useSurface()
  const layout = useSurfaceState((state) => state.layout)
  const id = useSurfaceState((state) => state.id)
  const load = useExplorer((state) => state.load)
  const requested = useExplorer((state) => state.requested)
  const topology = useTopology()
  const opened = useExplorer((state) => state.opened)
  const outdated = useExplorer((state) => state.outdated)
  const loaded = useExplorer((state) => state.loaded)
  const isDrawing = useLasting(useSurfaceState(isBehind), SOON_MS)
  const lines: Line[] = []
  if (isDrawing) lines.push({ about: 'drawing', text: t('explorer.drawing'), passes: true })
  if (load.state === 'loading')
    lines.push({
      about: 'reading',
      text: t('explorer.reading', { rows: load.rows }),
      passes: true,
      actions: [[t('ui.cancel'), cancelLoading]],
    })
  if (load.state === 'failed')
    lines.push({
      about: 'failed',
      text: <FailureText failure={load.failure} />,
      bad: true,
      actions: requested ? [[t('ui.retry'), () => void loadConnection(requested)]] : [],
    })
  if (load.state === 'ready' && load.refused > 0 && id === 'model')
    lines.push({ about: 'refused', text: t('explorer.refused', { count: load.refused }), bad: true })
  if (load.state === 'ready' && load.origin === 'queries' && id === 'model')
    lines.push({ about: 'queries', text: t('explorer.byQueries') })
  if (outdated[id] && load.state === 'ready' && loaded)
    lines.push({
      about: 'outdated',
      text: t('explorer.outdated'),
      actions: [
        [
          t('explorer.outdated.load'),
          () => void (id === 'model' ? loadConnection(loaded.connection) : reloadTopology()),
        ],
        [t('ui.dismiss'), () => useExplorer.setState({ outdated: { ...outdated, [id]: false } })],
      ],
    })
  if (opened) lines.push(...openedLines(opened, loaded))
  if (layout.running) {
    const share = layout.progress
      ? Math.round((100 * layout.progress.done) / Math.max(1, layout.progress.total))
      : 0
    lines.push({
      about: 'layout',
      text: t('explorer.layout.running', { share }),
      passes: true,
      actions: [[t('ui.cancel'), () => cancelLayout(surface)]],
    })
  }
  // A layout that goes on with more time may still mend it.
  if (layout.error && !layout.running)
    lines.push({
      about: 'layoutFailed',
      text:
        layout.error === 'deadline'
          ? t('explorer.layout.late')
          : t('explorer.layout.failed', { error: layout.error }),
      bad: true,
      actions: [[t('ui.retry'), () => void runLayout(surface)]],
    })
  if (layout.fallbacks.length > 0 && !layout.running)
    lines.push({
      about: 'fallback',
      text: t('explorer.layout.fallback', {
        count: layout.fallbacks.length,
        groups: layout.fallbacks
          .map(({ group }) => group)
          .slice(0, 4)
          .join(', '),
      }),
      actions: [[t('ui.retry'), () => void runLayout(surface)]],
    })
  if (id === 'runtime') {
    if (topology.running)
      lines.push({
        about: 'topology',
        text: `${topology.running.what} ${topology.running.done > 0 ? t('explorer.rows', { rows: topology.running.done }) : ''}`,
        passes: true,
        actions: [[t('ui.cancel'), cancelTopology]],
      })
    if (topology.failure)
      lines.push({
        about: 'topologyFailed',
        text: <FailureText failure={topology.failure} />,
        bad: true,
      })
    if (topology.truncated)
      lines.push({
        about: 'truncated',
        text: t(...topology.truncated),
        actions: [[t('ui.dismiss'), () => useTopology.setState({ truncated: undefined })]],
      })
  }
  return lines
}

/** The label keeps changing; the buttons stay mounted, so that a press is not lost. */
const Actions = ({ actions }: Pick<Line, 'actions'>): ReactNode =>
  actions?.map(([label, act], place) => (
    <Button key={place} onClick={act}>
      {label}
    </Button>
  ))

/** Progress over the canvas, with a cancel button: it is gone before one looks at what is below. */
export function WorkStrip() {
  const lines = useLines().filter(({ passes }) => passes)
  if (lines.length === 0) return null
  return (
    <Stack gap={1} className={styles['strip']} role="status">
      {lines.map(({ about, text, actions }) => (
        <p key={about}>
          <span>{text}</span>
          <Actions actions={actions} />
        </p>
      ))}
    </Stack>
  )
}

/** Errors and remarks above the canvas, where they cover nothing of it. */
export function Remarks() {
  const lines = useLines().filter(({ passes }) => !passes)
  if (lines.length === 0) return null
  return (
    <Stack fixed line="bottom" role="status">
      {lines.map(({ about, text, bad, actions }) => (
        <Stack key={about} row wrap gap={2} pad={[0.5, 2]} small tone={bad ? 'bad' : undefined}>
          <span>{text}</span>
          <Actions actions={actions} />
        </Stack>
      ))}
    </Stack>
  )
}
