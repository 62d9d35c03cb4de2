import { useMemo } from 'react'
import { shownName } from '../../ui/shown-name.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { showNumber, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { type Graph, type GraphNode, neighbours } from '../graph/graph.ts'
import { offerNeighbours } from '../panels/offer-neighbours.ts'
import { expandEntity } from '../topology/topology-calls.ts'
import { useTopology } from '../topology/topology-store.ts'
import { goToNode } from '../view/go-to.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import styles from './details.module.css'

/** Links listed per direction; the table and the expansion dialog have all. */
const SHOWN = 100

/** Room for the domain of an end. */
const MAX_DOMAIN_PX = 120

type Link = ReturnType<typeof neighbours>[number]

const texts = new Intl.Collator(undefined, { numeric: true })

/** By type, then by the name and the domain of the other end. */
function byTypeAndName({ edges, nodes }: Graph, one: Link, other: Link): number {
  const [type, otherType] = [edges[one.edge]?.type ?? '', edges[other.edge]?.type ?? '']
  if (type !== otherType) return texts.compare(type, otherType)
  const [a, b] = [nodes[one.node], nodes[other.node]]
  if (a?.label !== b?.label) return texts.compare(a?.label ?? '', b?.label ?? '')
  return a?.domain === b?.domain ? 0 : texts.compare(a?.domain ?? '', b?.domain ?? '')
}

/** The first links that are listed, without sorting all: a node may have 100,000. */
export function firstLinks(graph: Graph, links: Iterable<Link>, most = SHOWN): Link[] {
  const first: Link[] = []
  for (const link of links) {
    let [low, high] = [0, first.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (byTypeAndName(graph, first[middle] as Link, link) <= 0) low = middle + 1
      else high = middle
    }
    if (low === most) continue
    first.splice(low, 0, link)
    if (first.length > most) first.pop()
  }
  return first
}

interface LinksProps {
  readonly node: GraphNode
  readonly links: ReturnType<typeof useLinks>
}

/** A node's links that are loaded, how many the server has, if that is known, and whether that is all. */
export function useLinks({ key }: GraphNode) {
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  const all = useMemo(() => neighbours(graph, graph.indexOf.get(key) ?? 0), [graph, key])
  const counted = useTopology((state) => state.links.get(key))
  // Undo may take away what was loaded, so the graph is compared with what the server said.
  const isWhole =
    surface.getState().id === 'model' ||
    (counted !== undefined && new Set(all.map(({ edge }) => edge)).size >= counted)
  return { surface, graph, all, counted, isWhole }
}

/** Says that not all links of an entity are loaded, and loads them. */
export function MoreLinks({ node, links: { surface, all, isWhole } }: LinksProps) {
  const t = useText()
  if (isWhole) return null
  return (
    <Stack row wrap gap={2}>
      <Text tone="quiet" small>
        {t(all.length > 0 ? 'explorer.links.partly' : 'explorer.links.unloaded')}
      </Text>
      <Button onClick={() => void expandEntity(node.key)}>{t('explorer.links.load')}</Button>
      <Button onClick={() => void offerNeighbours(surface, [node.key])}>
        {t('explorer.menu.neighbours')}
      </Button>
    </Stack>
  )
}

/** Incoming and outgoing links, each leading to its other end. */
export function Links({ node, links: { surface, graph, all, counted, isWhole } }: LinksProps) {
  const t = useText()
  const self = graph.indexOf.get(node.key) ?? 0
  const inTime = useSurfaceState((state) => viewOf(state).range !== undefined)
  const directions = useMemo(
    () =>
      [true, false].map((outgoing) => {
        // A self-loop is both incoming and outgoing.
        const links = all.filter((link) => link.outgoing === outgoing || link.node === self)
        return { outgoing, count: links.length, first: firstLinks(graph, links) }
      }),
    [graph, all, self],
  )
  const lists = directions.map(({ outgoing, count, first }) => {
    const title = t(outgoing ? 'explorer.links.out' : 'explorer.links.in')
    return (
      <details key={String(outgoing)} className={styles['section']} open>
        <summary>
          {title} <small>{showNumber(count)}</small>
        </summary>
        {isWhole && count === 0 ? (
          <Text as="p" tone="quiet" small>
            {t(
              `explorer.links.${outgoing ? 'noneOut' : 'noneIn'}${inTime && counted !== undefined ? 'InTime' : ''}`,
            )}
          </Text>
        ) : null}
        <List label={title} items={first} keyOf={({ edge }) => edge}>
          {(link) => {
            const other = graph.nodes[link.node]
            return other ? (
              <Row
                icon={
                  <>
                    <Truncate as="small" style={{ maxWidth: '40%' }}>
                      {shownName(graph.edges[link.edge]?.type ?? '')}
                    </Truncate>
                    <KindIcon kind={other.kind} missing={other.missing ?? false} />
                  </>
                }
                label={other.label}
                // Many domains use the same names.
                detail={
                  other.domain === node.domain ? undefined : (
                    <Truncate style={{ display: 'block', maxWidth: MAX_DOMAIN_PX }}>
                      {shownName(other.domain)}
                    </Truncate>
                  )
                }
                onClick={() => goToNode(surface, other.key)}
              />
            ) : null
          }}
        </List>
        {count > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: count })}</p> : null}
      </details>
    )
  })
  return isWhole || all.length > 0 ? lists : null
}
