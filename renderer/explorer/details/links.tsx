import { useText } from '../../i18n/text.ts'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { neighbours, type GraphNode } from '../graph/graph.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { goToNode } from '../view/go-to.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import styles from './details.module.css'

/** Links listed per direction; the table and the expansion dialog list all. */
const SHOWN = 100

/** Incoming and outgoing links; each leads to its other end. */
export function Links({ node }: { readonly node: GraphNode }) {
  const t = useText()
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  const all = neighbours(graph, graph.indexOf.get(node.key) ?? 0)
  return [true, false].map((outgoing) => {
    const links = all.filter((link) => link.outgoing === outgoing)
    const title = t(outgoing ? 'explorer.links.out' : 'explorer.links.in')
    return (
      <details key={String(outgoing)} className={styles['section']} open>
        <summary>
          {title} <small>{links.length}</small>
        </summary>
        <List label={title} items={links.slice(0, SHOWN)} keyOf={({ edge }) => edge}>
          {(link) => {
            const other = graph.nodes[link.node]
            return other ? (
              <Row
                icon={
                  <>
                    <Truncate as="small">{graph.edges[link.edge]?.type}</Truncate>
                    <KindIcon kind={other.kind} missing={other.missing ?? false} />
                  </>
                }
                label={other.label}
                onClick={() => goToNode(surface, other.key)}
              />
            ) : null
          }}
        </List>
        {links.length > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: links.length })}</p> : null}
      </details>
    )
  })
}
