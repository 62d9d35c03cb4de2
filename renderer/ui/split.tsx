import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { useText } from '../i18n/text.ts'
import { useTextScale } from './text-scale.ts'
import styles from './split.module.css'

interface SplitProps {
  /** Stable name; the browser stores the sizes under it. */
  readonly id: string
  readonly direction: 'horizontal' | 'vertical'
  /** Size of the first pane in percent. */
  readonly first?: number
  /** Size of the first pane in px at the default text size that it does not begin with more than; dragging can exceed it. */
  readonly most?: number
  /** Minimum size of either pane in px at the default text size. */
  readonly minimum?: number | undefined
  /** One may be `null`: the other takes all the room and keeps its state when the first returns. */
  readonly children: readonly [ReactNode, ReactNode]
}

/** Two panes with a divider that can be dragged or moved with the arrow keys. */
export function Split({ id, direction, first = 50, most, minimum = 160, children }: SplitProps) {
  const t = useText()
  const scale = useTextScale()
  const minSize = minimum * scale
  const share = most === undefined ? first : Math.min(first, (100 * most * scale) / window.innerWidth)
  return (
    <Group id={id} orientation={direction} className={styles['group']}>
      {children[0] === null ? null : (
        <Panel
          key="first"
          id={`${id}-first`}
          defaultSize={`${share}%`}
          minSize={minSize}
          className={styles['pane']}
        >
          {children[0]}
        </Panel>
      )}
      {children.includes(null) ? null : (
        <Separator
          key="between"
          aria-label={t('ui.divider')}
          className={styles['separator']}
          data-direction={direction}
        />
      )}
      {children[1] === null ? null : (
        <Panel key="second" id={`${id}-second`} minSize={minSize} className={styles['pane']}>
          {children[1]}
        </Panel>
      )}
    </Group>
  )
}
