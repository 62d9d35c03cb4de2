import { Eye, EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Graph } from '../graph/graph.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import type { Filter } from '../view/filter.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { kindName } from '../view/words.ts'
import { KindIcon } from './kind-icon.tsx'
import styles from './legend.module.css'

type Sort = 'kind' | 'domain' | 'relation'

const MOST_ROWS = 60

function count(values: Iterable<string>): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

function rows(graph: Graph, sort: Sort): [string, number][] {
  if (sort === 'relation') return count(graph.edges.map((edge) => edge.type))
  return count(graph.nodes.map((node) => (sort === 'kind' ? node.kind : node.domain)))
}

/** What the signs mean, how many there are of each, and a filter in every row: press for "only", the eye for "not". */
export function Legend() {
  const t = useText()
  const graph = useSurfaceState((state) => state.graph)
  const titles = {
    kind: t('explorer.legend.kinds'),
    domain: t('explorer.legend.domains'),
    relation: t('explorer.legend.relations'),
  }
  return (
    <div className={styles['legend']}>
      {(['kind', 'domain', 'relation'] as const).map((sort) => (
        <LegendSection key={sort} sort={sort} title={titles[sort]} graph={graph} />
      ))}
    </div>
  )
}

interface SectionProps {
  readonly sort: Sort
  readonly title: string
  readonly graph: Graph
}

function LegendSection({ sort, title, graph }: SectionProps) {
  const t = useText()
  const surface = useSurface()
  const { filters } = useSurfaceState(viewOf)
  const rules = useSurfaceState((state) => state.rules)
  const counted = useMemo(() => rows(graph, sort), [graph, sort])
  const commands = viewCommands(surface)
  const has = (value: string, exclude: boolean): boolean =>
    filters.some((filter) => filter.by === sort && filter.value === value && filter.exclude === exclude)
  const toggle = (value: string, exclude: boolean): void => {
    const filter: Filter = { by: sort, value, exclude }
    if (has(value, exclude)) commands.removeFilter(filter)
    else commands.addFilter(filter)
  }
  if (counted.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {counted.slice(0, MOST_ROWS).map(([value, number]) => {
          const hue = rules.findLast((rule) => rule.by === sort && rule.value === value)?.hue
          return (
            <li key={value} data-off={has(value, true)}>
              <button
                type="button"
                className={styles['row']}
                aria-pressed={has(value, false)}
                title={t('explorer.legend.only', { value })}
                onClick={() => toggle(value, false)}
              >
                {sort === 'kind' ? <KindIcon kind={value} {...(hue === undefined ? {} : { hue })} /> : null}
                <span>{sort === 'kind' ? kindName(value) : value || t('explorer.noDomain')}</span>
                <small>{number.toLocaleString()}</small>
              </button>
              <IconButton
                label={t(has(value, true) ? 'explorer.legend.show' : 'explorer.legend.hide', { value })}
                icon={has(value, true) ? EyeOff : Eye}
                onClick={() => toggle(value, true)}
              />
            </li>
          )
        })}
      </ul>
      {counted.length > MOST_ROWS ? (
        <p>{t('ui.shown', { shown: MOST_ROWS, total: counted.length })}</p>
      ) : null}
    </section>
  )
}
