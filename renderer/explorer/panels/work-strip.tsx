import type { ReactNode } from 'react'
import { FailureText } from '../../app/failure-text.tsx'
import { text, useText } from '../../i18n/text.ts'
import { shownName } from '../../ui/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { cancelLoading, type Lacking, loadConnection, useExplorer } from '../store/explorer-store.ts'
import { reloadTopology } from '../topology/restore-topology.ts'
import { cancelTopology } from '../topology/topology-calls.ts'
import { useTopology } from '../topology/topology-store.ts'
import { cancelLayout, runLayout } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import styles from './work-strip.module.css'

/** Maximum names listed of a view's missing items. */
const NAMED = 3

/** "“Checkout” shows 5 things that are not here: …" */
export function missingSentence({ title, workspace = '', missing, isAll = false }: Lacking): string {
  const names = missing.slice(0, NAMED).map((key) => shownName(key.slice(0, 80)))
  return text(isAll ? 'explorer.views.allMissing' : 'explorer.views.missing', {
    title: shownName(title),
    workspace: shownName(workspace),
    known: workspace === '' ? 'no' : 'yes',
    count: missing.length,
    names: names.join(', '),
    more: missing.length - names.length,
  })
}

/** Progress and errors above the canvas, with a cancel button. */
export function WorkStrip() {
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
  const lines: { about: string; text: ReactNode; bad?: boolean; action?: readonly [string, () => void] }[] =
    []
  if (load.state === 'loading')
    lines.push({
      about: 'reading',
      text: t('explorer.reading', { rows: load.rows }),
      action: [t('ui.cancel'), cancelLoading],
    })
  if (load.state === 'failed')
    lines.push({
      about: 'failed',
      text: <FailureText failure={load.failure} />,
      bad: true,
      ...(requested ? { action: [t('ui.retry'), () => void loadConnection(requested)] as const } : {}),
    })
  if (load.state === 'ready' && load.refused > 0 && id === 'model')
    lines.push({ about: 'refused', text: t('explorer.refused', { count: load.refused }), bad: true })
  if (load.state === 'ready' && load.origin === 'queries' && id === 'model')
    lines.push({ about: 'queries', text: t('explorer.byQueries') })
  if (outdated[id] && load.state === 'ready' && loaded)
    lines.push({
      about: 'outdated',
      text: t('explorer.outdated'),
      action: [
        t('explorer.outdated.load'),
        () => void (id === 'model' ? loadConnection(loaded.connection) : reloadTopology()),
      ],
    })
  if (opened)
    lines.push({
      about: 'opened',
      text: 'code' in opened ? <FailureText failure={opened} /> : missingSentence(opened),
      bad: 'code' in opened,
      action: [t('ui.dismiss'), () => useExplorer.setState({ opened: undefined })],
    })
  if (layout.running) {
    const share = layout.progress
      ? Math.round((100 * layout.progress.done) / Math.max(1, layout.progress.total))
      : 0
    lines.push({
      about: 'layout',
      text: t('explorer.layout.running', { share }),
      action: [t('ui.cancel'), () => cancelLayout(surface)],
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
      action: [t('ui.retry'), () => void runLayout(surface)],
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
      action: [t('ui.retry'), () => void runLayout(surface)],
    })
  if (id === 'runtime') {
    if (topology.running)
      lines.push({
        about: 'topology',
        text: `${topology.running.what} ${topology.running.done > 0 ? t('explorer.rows', { rows: topology.running.done }) : ''}`,
        action: [t('ui.cancel'), cancelTopology],
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
        action: [t('ui.dismiss'), () => useTopology.setState({ truncated: undefined })],
      })
  }
  if (lines.length === 0) return null
  return (
    <Stack gap={1} className={styles['strip']} role="status">
      {lines.map(({ about, text, bad, action }) => (
        // The label keeps changing; the button stays mounted, so that a press is not lost.
        <p key={about} data-bad={bad === true}>
          <span>{text}</span>
          {action ? <Button onClick={action[1]}>{action[0]}</Button> : null}
        </p>
      ))}
    </Stack>
  )
}
