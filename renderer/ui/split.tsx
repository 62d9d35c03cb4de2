import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels'
import { onResize } from './narrow.ts'
import { useText } from '../i18n/text.ts'
import { useTextScale } from './text-scale.ts'
import styles from './split.module.css'

interface SplitProps {
  /** Stable name, unique on the page. */
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

/** Lets the first pane follow its share while the window changes, until somebody moves the divider. */
function useFirstShare(id: string, share: number) {
  const group = useGroupRef()
  const isMoved = useRef(false)
  useEffect(() => {
    const [one, other] = [`${id}-first`, `${id}-second`]
    const layout = group.current?.getLayout() ?? {}
    if (!isMoved.current && one in layout && other in layout)
      group.current?.setLayout({ [one]: share, [other]: 100 - share })
  }, [group, id, share])
  return { group, onMove: () => (isMoved.current = true) }
}

/** Two panes with a divider that can be dragged or moved with the arrow keys. */
export function Split({ id, direction, first = 50, most, minimum = 160, children }: SplitProps) {
  const t = useText()
  const scale = useTextScale()
  const minSize = minimum * scale
  const width = useSyncExternalStore(onResize, () => (most === undefined ? 0 : window.innerWidth))
  const share = most === undefined ? first : Math.min(first, (100 * most * scale) / width)
  const { group, onMove } = useFirstShare(id, share)
  return (
    <Group id={id} groupRef={group} orientation={direction} className={styles['group']}>
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
          onPointerDown={onMove}
          onKeyDown={({ key }) => key !== 'Tab' && onMove()}
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
