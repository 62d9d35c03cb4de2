import { ArrowDownUp, SquareTerminal } from 'lucide-react'
import { useMemo } from 'react'
import { openWith } from '../../app/intents.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { literal } from '#shared/spl/literal.ts'
import type { Graph } from '../graph/graph.ts'
import type { Path } from '../graph/paths.ts'
import { choosePath } from '../view/commands-on-view.ts'
import { goToNode } from '../view/go-to.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { NodePicker } from '../search/node-picker.tsx'
import { clearPaths, findPath, setEnds, usePathEnds } from './open-path.ts'
import styles from './path-panel.module.css'

const cypherText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const cypherName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll('`', '``')}\``

/**
 * The query that returns a path, to be drawn as one: at run time Cypher for the entities and relations along it; for the model its
 * elements and links, whole, for they say their ends. `prefix` is the server's model word.
 */
export function pathQuery(graph: Graph, path: Path, surface: 'model' | 'runtime', prefix = 'model'): string {
  const nodes = path.nodes.map((node) => graph.nodes[node]).filter((node) => node !== undefined)
  if (surface === 'model') {
    // A link is an element itself, with key `domain/name/kind`.
    const links = path.edges.map((edge) => graph.edges[edge]?.key.split('/').slice(1, -1).join('/') ?? '')
    const names = [...nodes.map(({ name }) => name), ...links.filter((name) => name !== '')]
    return `.${prefix} | where name in [${names.map(literal).join(', ')}]`
  }
  const nodeAt = (step: number): string => `({__entity_id__: ${cypherText(nodes[step]?.name ?? '')}})`
  const steps = path.edges.map((edge, step) => {
    const { type = '', source = '' } = graph.edges[edge] ?? {}
    const relation = type === '' ? '[]' : `[:${cypherName(type)}]`
    return `${source === nodes[step]?.key ? `-${relation}->` : `<-${relation}-`}${nodeAt(step + 1)}`
  })
  const cypher = `MATCH p = ${nodeAt(0)}${steps.join('')} RETURN p LIMIT 20`
  // Backticks delimit the nested text and are escaped by doubling.
  return `.topo | graph-call cypher(\`${cypher.replaceAll('`', '``')}\`)`
}

/** Names each path by its nodes; paths with the same nodes also by the relations in which they differ. */
export function pathNames(graph: Pick<Graph, 'nodes' | 'edges'>, paths: readonly Path[]): string[] {
  const typeAt = (path: Path, step: number): string => graph.edges[path.edges[step] ?? -1]?.type ?? ''
  const alike = new Map<string, Path[]>()
  for (const path of paths) {
    const list = alike.get(path.nodes.join())
    if (list) list.push(path)
    else alike.set(path.nodes.join(), [path])
  }
  return paths.map((path) => {
    const names = path.nodes.map((node) => graph.nodes[node]?.label ?? '').join(' › ')
    const others = alike.get(path.nodes.join()) ?? []
    const differing = path.edges
      .map((_, step) => step)
      .filter((step) => others.some((other) => typeAt(other, step) !== typeAt(path, step)))
    if (differing.length === 0) return names
    return `${names} · ${differing.map((step) => typeAt(path, step)).join(', ')}`
  })
}

/** Searches paths between two nodes: the shortest, or all short ones, listed step by step and highlighted. */
export function PathPanel() {
  const t = useText()
  const surface = useSurface()
  const { directed, none, all, ...ends } = usePathEnds()
  const graph = useSurfaceState((state) => state.graph)
  // Ends chosen on the other canvas are kept until it is shown again.
  const here = (key: string | undefined) => (key !== undefined && graph.indexOf.has(key) ? key : undefined)
  const [from, to] = [here(ends.from), here(ends.to)]
  const paths = useSurfaceState((state) => state.paths)
  const id = useSurfaceState((state) => state.id)
  const prefix = useExplorer((state) => state.loaded?.prefix)
  const label = (node: number): string => graph.nodes[node]?.label ?? ''
  const search = (every: boolean): void => {
    if (from !== undefined && to !== undefined) findPath(surface, from, to, every)
  }
  const missing = from === undefined || to === undefined ? t('explorer.path.need') : undefined
  const chosen = paths?.list[paths.chosen]
  const names = useMemo(() => pathNames(graph, paths?.list ?? []), [graph, paths?.list])
  return (
    <Stack gap={2} pad={[3, 3]}>
      <NodePicker
        label={t('explorer.path.from')}
        value={from}
        onPick={(key) => setEnds(surface, { from: key })}
      />
      <NodePicker label={t('explorer.path.to')} value={to} onPick={(key) => setEnds(surface, { to: key })} />
      <Stack row gap={2} wrap className={styles['row']}>
        <label>
          <input
            type="checkbox"
            checked={directed}
            onChange={(event) => {
              usePathEnds.setState({ directed: event.target.checked })
              if (paths || none) search(all)
            }}
          />{' '}
          {t('explorer.path.directed')}
        </label>
        <IconButton
          label={t('explorer.path.swap')}
          icon={ArrowDownUp}
          onClick={() => setEnds(surface, { from: to, to: from })}
        />
      </Stack>
      <Stack row gap={2} wrap className={styles['row']}>
        <Button tone="primary" reason={missing} onClick={() => search(false)}>
          {t('explorer.path.shortest')}
        </Button>
        <Button reason={missing} onClick={() => search(true)}>
          {t('explorer.path.all')}
        </Button>
        {paths ? <Button onClick={() => clearPaths(surface)}>{t('explorer.path.clear')}</Button> : null}
      </Stack>
      {none ? <p role="status">{t('explorer.path.none')}</p> : null}
      {paths ? (
        <p role="status">
          {t('explorer.path.found', { count: paths.list.length, steps: paths.list[0]?.edges.length ?? 0 })}
          {paths.truncated ? ` ${t('explorer.path.truncated')}` : ''}
        </p>
      ) : null}
      {paths && paths.list.length > 1 ? (
        <Stack as="ul" className={styles['paths']} aria-label={t('explorer.path.list')}>
          {names.map((name, index) => (
            <li key={index}>
              <button
                type="button"
                aria-pressed={index === paths.chosen}
                onClick={() => choosePath(surface, index)}
              >
                {name}
              </button>
            </li>
          ))}
        </Stack>
      ) : null}
      {chosen ? (
        <>
          <Stack as="ol" className={styles['steps']} aria-label={t('explorer.path.steps')}>
            {chosen.nodes.map((node, step) => {
              const edge = graph.edges[chosen.edges[step - 1] ?? -1]
              const forward = edge?.target === graph.nodes[node]?.key
              return (
                <li key={step}>
                  {edge ? <em>{forward ? `→ ${edge.type}` : `← ${edge.type}`}</em> : null}
                  <button type="button" onClick={() => goToNode(surface, graph.nodes[node]?.key ?? '')}>
                    {label(node)}
                  </button>
                </li>
              )
            })}
          </Stack>
          <Button
            onClick={() =>
              void openWith('query.open', {
                text: pathQuery(graph, chosen, id, prefix),
                run: true,
                view: 'graph',
              })
            }
          >
            <SquareTerminal size={14} aria-hidden /> {t('explorer.details.query')}
          </Button>
        </>
      ) : null}
    </Stack>
  )
}
