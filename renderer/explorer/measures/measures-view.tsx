import { Plug } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Span } from '#shared/telemetry/requests.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { shownKeys } from '../../app/keys.ts'
import { runCommand } from '../../app/run-command.ts'
import { labelled, showList, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/row.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Between, Moment } from '../../ui/moment.tsx'
import { useSurfaceState } from '../view/surface-context.ts'
import { shownValue } from '../view/heat.ts'
import { viewOf } from '../view/surface.ts'
import { type DataSet, errorsQuery, type Metric, metricsQuery } from './data-sets.ts'
import { type Measured, useMeasures } from './measure-store.ts'
import { openPlan } from './open-plan.ts'
import { measuredSpan } from './span.ts'

const withUnit = (value: number, unit: string): string => shownValue({ unit }, value)

interface PartProps {
  readonly entity: string
  readonly name: string
  readonly set: DataSet
  readonly span: Span
}

type MetricRow = Extract<Measured, { state: 'metrics' }>['metrics'][number]

/** A metric: current value, range, and a sparkline that links to its chart. */
function GoldenMetric({ metric, reduced, entity, name, set, span }: PartProps & MetricRow) {
  const t = useText()
  const open = (): void =>
    openPlan(entity, metricsQuery(entity, set, metric.name), labelled(name, metric.title), span)
  const range =
    reduced &&
    t('explorer.measures.range', {
      least: withUnit(reduced.least, ''),
      most: withUnit(reduced.most, metric.unit),
    })
  return (
    <li>
      <Row
        label={metric.title}
        note={reduced ? range : t('explorer.measures.noValues')}
        detail={reduced ? withUnit(reduced.last, metric.unit) : '–'}
        tooltip={t('explorer.measures.openMetric', { name: metric.title })}
        onClick={open}
      />
      {reduced ? (
        // Begins and ends where the words above it do.
        <Stack pad={[0, 2]}>
          <Sparkline
            label={t('explorer.measures.line', {
              name: metric.title,
              last: withUnit(reduced.last, metric.unit),
              range: range ?? '',
            })}
            values={reduced.line}
            top={Math.max(0, ...reduced.line.map((value) => value ?? 0)) || 1}
          />
        </Stack>
      ) : null}
    </li>
  )
}

function LastErrors({
  entity,
  name,
  set,
  span,
  measured,
}: PartProps & { readonly measured: Extract<Measured, { state: 'errors' }> }) {
  const t = useText()
  const open = (): void =>
    openPlan(entity, errorsQuery(entity, set), t('explorer.measures.errorsOf', { name }), span)
  if (measured.rows.length === 0)
    return (
      <Text as="li" tone="quiet" small>
        {t('explorer.measures.noErrors')}
      </Text>
    )
  return measured.rows.map(({ id, time, level, message, fields }) => (
    <li key={id}>
      <Row
        icon={<Badge tone="bad">{level.slice(0, 12)}</Badge>}
        label={message || JSON.stringify(fields)}
        note={time === null ? undefined : <Moment at={time} />}
        tooltip={message}
        onClick={open}
      />
    </li>
  ))
}

/** One sentence: which measurements are unavailable, and how to connect them. */
function Unconnected({ storages }: { readonly storages: readonly string[] }) {
  const t = useText()
  if (storages.length === 0) return null
  const storage = showList([...new Set(storages)])
  return (
    <Stack gap={1}>
      <Text as="p" tone="quiet" small>
        {t('explorer.measures.unconnected', { storage })}
      </Text>
      <Stack row wrap gap={2}>
        <Button onClick={() => void runCommand('console.addTelemetry')}>
          <Plug size={13} aria-hidden /> {t('explorer.measures.connect')}
        </Button>
        <Button tone="link" onClick={() => void runCommand('explorer.measures')}>
          {t('explorer.measures.open')}
        </Button>
      </Stack>
    </Stack>
  )
}

function MeasuredSet(props: PartProps & { readonly measured: Measured }) {
  const t = useText()
  const { entity, name, set, span, measured } = props
  const text = set.kind === 'log_set' ? errorsQuery(entity, set) : metricsQuery(entity, set)
  const open = (): void => openPlan(entity, text, labelled(name, set.title), span)
  const body = (): ReactNode => {
    switch (measured.state) {
      case 'loading':
        return (
          <Text as="p" tone="quiet" small role="status">
            {t('ui.loading')}
          </Text>
        )
      case 'failed':
        return (
          <Text as="p" tone="bad" small role="alert">
            <FailureText failure={measured.failure} />
          </Text>
        )
      case 'unconnected':
        return null
      case 'metrics':
        return (
          <ul aria-label={set.title}>
            {measured.metrics.map((one: { metric: Metric } & MetricRow) => (
              <GoldenMetric key={one.metric.name} {...props} {...one} />
            ))}
          </ul>
        )
      case 'errors':
        return (
          <ul aria-label={set.title}>
            <LastErrors {...props} measured={measured} />
          </ul>
        )
    }
  }
  const more = measured.state === 'errors' && measured.total > measured.rows.length
  return (
    <Stack gap={1}>
      <Stack row justify="space-between" gap={2}>
        <Text tone="quiet" small>
          {more ? t('explorer.measures.ofErrors', { title: set.title, total: measured.total }) : set.title}
        </Text>
        <Button tone="link" onClick={open}>
          {t('explorer.measures.open')}
        </Button>
      </Stack>
      {body()}
    </Stack>
  )
}

const KINDS = ['metric_set', 'log_set'] as const

interface MeasuresProps {
  readonly entity: string
  readonly name: string
  readonly className: string | undefined
  /** Further details of the entity, shown before the notice about missing measurements. */
  readonly children: ReactNode
}

/** An entity's golden metrics and latest errors, for the topology's time. */
export function EntityMeasures({ entity, name, className, children }: MeasuresProps) {
  const t = useText()
  const range = useSurfaceState((state) => viewOf(state).range)
  const moment = useSurfaceState((state) => viewOf(state).moment)
  // Fixed while the same entity is shown.
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const span = useMemo(() => measuredSpan(moment, range, now), [moment, range, now])
  const { sets, looking, failure } = useMeasures(entity, span)
  const there = sets.filter(({ measured }) => measured.state !== 'unconnected')
  const storages = sets.flatMap(({ measured }) =>
    measured.state === 'unconnected' ? [measured.storage] : [],
  )
  return (
    <>
      {failure ? (
        <Text as="p" tone="bad" small role="alert">
          <FailureText failure={failure} />
        </Text>
      ) : null}
      {KINDS.map((kind) => {
        const own = looking ? [] : there.filter(({ set }) => set.kind === kind)
        return own.length === 0 ? null : (
          <details key={kind} className={className} open>
            <summary title={shownKeys('explorer.measures')}>
              {t(kind === 'metric_set' ? 'explorer.measures.golden' : 'explorer.measures.errors')}
            </summary>
            <Stack gap={2}>
              <Text tone="quiet" small>
                <Between from={span.from * 1000} to={span.to * 1000} />
              </Text>
              {own.map(({ set, measured }) => (
                <MeasuredSet
                  key={set.name}
                  entity={entity}
                  name={name}
                  set={set}
                  span={span}
                  measured={measured}
                />
              ))}
            </Stack>
          </details>
        )
      })}
      {children}
      <Unconnected storages={storages} />
    </>
  )
}
