import { useCallback, useMemo, useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { useSliced } from '../../../app/use-sliced.ts'
import { Field, Select } from '../../../ui/field.tsx'
import type { QueryResult } from '../../run/result.ts'
import { Stack } from '../../../ui/stack.tsx'
import { AGGREGATES, CHARTS, chartSteps, suggestSpec, type Aggregate, type ChartKind } from './chart-data.ts'
import { Drawing } from './drawing.tsx'
import styles from './chart.module.css'

/** Rows as a picture: bars, a line, points or slices over columns of one's choice. */
export function ChartView({ result }: { readonly result: QueryResult }) {
  const t = useText()
  const suggested = useMemo(() => suggestSpec(result.columns, result.rows), [result])
  const [chosen, setChosen] = useState<Partial<typeof suggested>>({})
  const valid = Object.fromEntries(
    Object.entries(chosen).filter(
      ([key, value]) => (key !== 'x' && key !== 'y') || value === '' || result.columns.includes(value),
    ),
  ) as typeof chosen
  const spec = { ...suggested, ...valid }
  const { kind, x, y, aggregate } = spec
  const { value: data, busy } = useSliced(
    useCallback(() => chartSteps(result.rows, { kind, x, y, aggregate }), [result, kind, x, y, aggregate]),
  )
  const columnOptions = result.columns.map((column) => (
    <option key={column} value={column}>
      {column}
    </option>
  ))
  return (
    <Stack grow>
      <Stack row align="end" gap={2} wrap pad={[1.5, 2]} line="bottom" className={styles['form']}>
        <Field label={t('query.chart.kind')}>
          <Select
            value={kind}
            onChange={(event) => setChosen({ ...chosen, kind: event.target.value as ChartKind })}
          >
            {CHARTS.map((name) => (
              <option key={name} value={name}>
                {t(`query.chart.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('query.chart.x')}>
          <Select value={x} onChange={(event) => setChosen({ ...chosen, x: event.target.value })}>
            {columnOptions}
          </Select>
        </Field>
        <Field label={t('query.chart.y')}>
          <Select value={y} onChange={(event) => setChosen({ ...chosen, y: event.target.value })}>
            <option value="">{t('query.chart.rows')}</option>
            {columnOptions}
          </Select>
        </Field>
        {kind === 'scatter' || y === '' ? null : (
          <Field label={t('query.chart.aggregate')}>
            <Select
              value={aggregate}
              onChange={(event) => setChosen({ ...chosen, aggregate: event.target.value as Aggregate })}
            >
              {AGGREGATES.map((name) => (
                <option key={name} value={name}>
                  {t(`query.chart.${name}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <p role="status">
          {busy ? t('query.chart.counting') : ''}
          {data && !busy && data.points.length < data.total
            ? t('query.chart.shown', { shown: data.points.length, total: data.total })
            : ''}
          {data && !busy && data.skipped > 0 ? ` ${t('query.chart.skipped', { count: data.skipped })}` : ''}
        </p>
      </Stack>
      {data ? <Drawing spec={spec} data={data} /> : null}
    </Stack>
  )
}
