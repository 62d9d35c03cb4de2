import { useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { goToEdge } from '../view/go-to.ts'
import { linkTypes } from '../view/link-types.ts'
import { useSurface } from '../view/surface-context.ts'
import { groupNameIn } from '../view/words.ts'
import type { SurfaceState } from '../view/surface.ts'

/** How many relation types of selected links are listed. */
const MAX_TYPES = 12
/** Selected links listed. */
const SHOWN = 100

type Selected = Pick<SurfaceState, 'graph' | 'selection'>

/** The selected links, as indices. */
export function selectedLinks({ graph, selection }: Selected): number[] {
  const chosen = new Set(selection)
  return graph.edges.flatMap(({ key }, edge) => (chosen.has(key) ? [edge] : []))
}

/** How much is selected, and the relation types of selected links; a selection of nothing else lists them. */
export function Several({ graph, selection }: Selected) {
  const t = useText()
  const surface = useSurface()
  const links = useMemo(() => selectedLinks({ graph, selection }), [graph, selection])
  const types = useMemo(() => linkTypes(graph, links, MAX_TYPES), [graph, links])
  const nameOf = (node: number | undefined): string => shownName(graph.nodes[node ?? -1]?.label ?? '')
  /** The groups of both ends: many have elements of the same names. */
  const groupsOf = (edge: number): string =>
    [graph.from[edge], graph.to[edge]]
      .map((node) => groupNameIn(graph, graph.groups[graph.groupOf[node ?? -1] ?? -1]))
      .filter((name, place, names) => place === 0 || name !== names[0])
      .join(' → ')
  const title = t('explorer.details.links', { count: links.length })
  const onlyLinks = links.length === selection.length
  return (
    <Stack gap={2} pad={[2, 3]}>
      <Text as="p" tone="quiet" small>
        {onlyLinks ? title : t('explorer.details.several', { count: selection.length })}
        {types === '' ? null : (
          <>
            <br />
            {types}
          </>
        )}
      </Text>
      {onlyLinks ? (
        <>
          <List label={title} items={links.slice(0, SHOWN)} keyOf={(edge) => edge}>
            {(edge) => {
              const words = `${nameOf(graph.from[edge])} → ${nameOf(graph.to[edge])}`
              const { key = '', type = '' } = graph.edges[edge] ?? {}
              return (
                <Row
                  label={words}
                  note={`${shownName(type)} · ${groupsOf(edge)}`}
                  tooltip={words}
                  onClick={() => goToEdge(surface, key)}
                />
              )
            }}
          </List>
          {links.length > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: links.length })}</p> : null}
        </>
      ) : null}
    </Stack>
  )
}
