import { shownName } from '../../ui/shown-name.ts'
import { breakable } from '../../ui/breakable.tsx'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { Eye, EyeOff, Shapes, SquareDashed } from 'lucide-react'
import { Fragment, memo, useEffect, useMemo, useState } from 'react'
import { labelled, showNumber, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { Graph } from '../graph/graph.ts'
import { loadWholeTopology } from '../topology/topology-calls.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { bothWays, groupNameIn } from '../view/words.ts'
import type { Filter } from '../view/filter.ts'
import type { Projection } from '../view/projection.ts'
import { inSlices } from '../../app/slices.ts'
import { type Counted, type Counts, countSteps, type Sort } from './legend-counts.ts'
import { RuleLine } from './rule-line.tsx'
import { openDialog } from './dialog-store.ts'
import { select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { focusCanvas } from '../view/focus-canvas.ts'
import { requestFit } from '../view/arrival.ts'
import { typeBehind, typeName, useSetNames } from '../graph/set-names.ts'
import { DomainSwatch, KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { DOMAIN_HUES, isStorage } from '../../graph/scene/kinds.ts'
import { useIsArriving } from './use-is-arriving.ts'
import styles from './legend.module.css'

const MAX_ROWS = 60

const SORTS = ['kind', 'domain', 'relation'] as const satisfies readonly Sort[]

/** Counts of the graph; while a large one is counted, the previous result, undefined before the first. */
function useCounts(graph: Graph, projection: Projection): Counts | undefined {
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => {
    const abort = new AbortController()
    inSlices(countSteps(graph, projection), abort.signal).then(setCounts, () => undefined)
    return () => abort.abort()
  }, [graph, projection])
  return counts
}

/** Without content: how to get some, as on the canvas beside it. */
function NothingListed() {
  const t = useText()
  const isTopology = useSurfaceState(({ id }) => id === 'runtime')
  return (
    <EmptyState
      icon={Shapes}
      title={t('explorer.legend.empty')}
      hint={t('explorer.legend.emptyHint')}
      action={
        <Button onClick={() => (isTopology ? void loadWholeTopology() : openDialog({ type: 'import' }))}>
          {t(isTopology ? 'explorer.topology.all' : 'explorer.import.command')}
        </Button>
      }
    />
  )
}

/** Explains icons and colours with counts. Each row is a filter: press for "only", the eye for "not". */
export function Legend() {
  const t = useText()
  const graph = useSurfaceState((state) => state.graph)
  const rules = useSurfaceState((state) => viewOf(state).rules)
  const counts = useCounts(
    graph,
    useSurfaceState((state) => state.projection),
  )
  const isArriving = useIsArriving()
  if (isArriving) return null
  if (counts === undefined) return <EmptyState reason="busy" title={t('ui.loading')} />
  if (graph.nodes.length === 0) return <NothingListed />
  const titles = {
    kind: t('explorer.legend.kinds'),
    domain: t('explorer.legend.domains'),
    relation: t('explorer.legend.relations'),
  }
  return (
    <Stack gap={3} pad={[2, 2]} className={styles['legend']}>
      {SORTS.map((sort) => (
        <Fragment key={sort}>
          {sort === 'domain' ? <Pairs pairs={counts.pairs} /> : null}
          <LegendSection sort={sort} title={titles[sort]} counted={counts[sort]} />
        </Fragment>
      ))}
      <GoneRow graph={graph} />
      {rules.length > 0 ? (
        <section aria-label={t('explorer.styles.title')}>
          <h2>{t('explorer.styles.title')}</h2>
          <Stack as="ul" gap={1} pad={[0, 1.5]} small>
            {rules.map((rule, place) => (
              <li key={place}>
                <RuleLine rule={rule} nodes={graph.nodes} />
              </li>
            ))}
          </Stack>
        </section>
      ) : null}
    </Stack>
  )
}

/** How many entities are drawn as gone; a press selects them. */
function GoneRow({ graph }: { readonly graph: Graph }) {
  const t = useText()
  const surface = useSurface()
  const scene = useSurfaceState((state) => state.scene)
  const gone = useMemo(
    () =>
      [...scene.styles].flatMap(([item, style]) => {
        const node = style.gone === undefined ? undefined : graph.nodes[scene.nodes[item] ?? -1]
        return node ? [node.key] : []
      }),
    [graph, scene],
  )
  if (gone.length === 0) return null
  const title = t('explorer.legend.gone')
  return (
    <section aria-label={title}>
      <ul>
        <li>
          <button
            type="button"
            className={styles['row']}
            title={t('explorer.legend.goneHint')}
            onClick={() => {
              select(surface, gone)
              focusCanvas(surface.getState().id)
            }}
          >
            <SquareDashed size={14} aria-hidden />
            <RowName name={title} />
            <small>{showNumber(gone.length)}</small>
          </button>
        </li>
      </ul>
    </section>
  )
}

/** Longer names are truncated instead of wrapped. */
const MAX_WRAPPED = 64

/** A row's name: whole if it can be, on two lines where the panel is narrow. */
function RowName({ name }: { readonly name: string }) {
  return name.length > MAX_WRAPPED ? (
    <Truncate grow name title={undefined}>
      {name}
    </Truncate>
  ) : (
    <Text breaks style={{ flex: 1, minWidth: 0, whiteSpace: 'normal' }}>
      {breakable(name)}
    </Text>
  )
}

/** The most strongly linked groups; a press shows those links in the graph. */
const Pairs = memo(function Pairs({ pairs }: Pick<Counts, 'pairs'>) {
  const t = useText()
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  const id = useSurfaceState((state) => state.id)
  useSetNames()
  const { listed, total, first, more } = pairs
  if (total === 0) return null
  const title = t(id === 'model' ? 'explorer.legend.domainPairs' : 'explorer.legend.typePairs')
  const nameOf = (group: number): string => groupNameIn(graph, graph.groups[group])
  /** How many links lead which way, in words. */
  const waysOf = ([one, other]: readonly [string, string], links: number, back: number): string =>
    [labelled(`${one} → ${other}`, t('explorer.hover.links', { count: links }))]
      .concat(back > 0 ? labelled(`${other} → ${one}`, t('explorer.hover.links', { count: back })) : [])
      .join('\n')
  const show = (from: number, to: number): void => {
    select(
      surface,
      graph.edges.flatMap(({ key }, edge) => {
        const [source, target] = [graph.groupOf[graph.from[edge] ?? 0], graph.groupOf[graph.to[edge] ?? 0]]
        return (source === from && target === to) || (source === to && target === from) ? [key] : []
      }),
    )
    requestFit(surface)
    // The details take this list's place, and with it the pressed button.
    focusCanvas(id)
  }
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {listed.map(({ from, to, links, back }) => (
          <li key={`${from} ${to}`}>
            <button
              type="button"
              className={styles['row']}
              title={waysOf([nameOf(from), nameOf(to)], links, back)}
              onClick={() => show(from, to)}
            >
              <RowName name={`${nameOf(from)} ${back > 0 ? '↔' : '→'} ${nameOf(to)}`} />
              <small>{back > 0 ? bothWays(links, back) : showNumber(links)}</small>
            </button>
          </li>
        ))}
      </ul>
      <Text as="p" tone="quiet" small style={{ padding: '4px 6px' }}>
        {t('explorer.legend.ties', { first, rest: total - listed.length, shown: listed.length, total, more })}{' '}
        {t('explorer.legend.counts')}
      </Text>
    </section>
  )
})

/** Domains up to which each has a full colour. */
const FEW_COLOURS = DOMAIN_HUES / 2

interface SectionProps {
  readonly sort: Sort
  readonly title: string
  readonly counted: Counted
}

/** Rendered anew with its counts and filters, not with every view: a large model has a hundred rows. */
const LegendSection = memo(function LegendSection({ sort, title, counted }: SectionProps) {
  const t = useText()
  const surface = useSurface()
  // The names of entity sets may come later than their counts.
  useSetNames()
  const filters = useSurfaceState((state) => viewOf(state).filters)
  const rules = useSurfaceState((state) => viewOf(state).rules)
  const commands = viewCommands(surface)
  const has = (value: string, exclude: boolean): boolean =>
    filters.some((filter) => filter.by === sort && filter.value === value && filter.exclude === exclude)
  const toggle = (value: string, exclude: boolean): void => {
    const filter: Filter = { by: sort, value, exclude }
    if (has(value, exclude)) commands.removeFilter(filter)
    else commands.addFilter(filter)
  }
  if (counted.length === 0) return null
  const engines = sort === 'kind' ? counted.filter(([kind]) => isStorage(kind)) : []
  const others = engines.length > 0 ? counted.filter((row) => !engines.includes(row)) : counted
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {sort === 'domain' && counted.length > FEW_COLOURS ? (
        <Text as="p" tone="quiet" small style={{ padding: '4px 6px' }}>
          {t('explorer.legend.colours')}
        </Text>
      ) : null}
      <ul>
        {[...others, ...engines].slice(0, MAX_ROWS).map(([value, total, shown]) => {
          const hue = rules.findLast((rule) => rule.by === sort && rule.value === value)?.hue
          const called = sort === 'kind' ? typeName(value) : shownName(value)
          return (
            <Fragment key={value}>
              {value === engines[0]?.[0] ? (
                <Text as="li" tone="quiet" small style={{ padding: '4px 6px' }}>
                  {t('explorer.section.storage')}
                </Text>
              ) : null}
              <li data-off={has(value, true)}>
                <button
                  type="button"
                  className={styles['row']}
                  aria-pressed={has(value, false)}
                  title={[t('explorer.legend.only', { value: called }), typeBehind(value)]
                    .filter(Boolean)
                    .join('\n')}
                  onClick={() => toggle(value, false)}
                >
                  {sort === 'kind' ? <KindIcon kind={value} hue={hue} /> : null}
                  {sort === 'domain' ? <DomainSwatch domain={value} /> : null}
                  <RowName name={called || t('explorer.noDomain')} />
                  <small>
                    {shown === total ? showNumber(total) : `${showNumber(shown)} / ${showNumber(total)}`}
                  </small>
                </button>
                <IconButton
                  label={t(has(value, true) ? 'explorer.legend.show' : 'explorer.legend.hide', {
                    value: called,
                  })}
                  icon={has(value, true) ? EyeOff : Eye}
                  onClick={() => toggle(value, true)}
                />
              </li>
            </Fragment>
          )
        })}
      </ul>
      {counted.length > MAX_ROWS ? (
        <Text as="p" tone="quiet" small style={{ padding: '4px 6px' }}>
          {t('ui.shown', { shown: MAX_ROWS, total: counted.length })}
        </Text>
      ) : null}
    </section>
  )
})
