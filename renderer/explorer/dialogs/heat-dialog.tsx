import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { type HeatChoice, heatChoices, type HeatValue, MAX_ASKED, showHeat } from '../measures/ask-heat.ts'
import { measuredSets } from '../measures/measured-sets.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { surfaces } from '../store/explorer-store.ts'
import { loadEntities } from '../topology/topology-calls.ts'
import { typeName } from '../graph/set-names.ts'

/** Entity sets offered at most. */
const MAX_OFFERED = 6

/** The entity sets with metrics, each of which is opened in one press; the metrics of its entities follow. */
function MeasuredSets() {
  const graph = useStore(surfaces.model, (state) => state.graph)
  const sets = useMemo(() => measuredSets(graph), [graph])
  return (
    <Stack row wrap gap={2}>
      {sets.slice(0, MAX_OFFERED).map((set) => (
        <Button key={set.key} onClick={() => void loadEntities(set)}>
          {set.label}
        </Button>
      ))}
    </Stack>
  )
}

/** Chooses a metric for the topology's heat map. */
export function HeatDialog() {
  const t = useText()
  const [choices, setChoices] = useState<readonly HeatChoice[]>()
  const [failure, setFailure] = useState<Failure>()
  const [place, setPlace] = useState(0)
  const [of, setOf] = useState<HeatValue>('last')
  const nodes = useStore(surfaces.runtime, ({ graph }) => graph.nodes)
  useEffect(() => {
    const own = new AbortController()
    const { signal } = own
    heatChoices(signal).then(
      (found) => signal.aborted || setChoices(found),
      (error: unknown) => signal.aborted || setFailure(toFailure(error)),
    )
    return () => own.abort()
  }, [nodes])
  const choice = choices?.[place]
  const show = (): void => {
    if (!choice) return
    closeDialog()
    void showHeat(choice, of)
  }
  const why =
    choices === undefined
      ? t('ui.loading')
      : choices.length === 0
        ? t(nodes.length === 0 ? 'explorer.heat.empty' : 'explorer.heat.none')
        : t('explorer.heat.hint', { most: MAX_ASKED })
  return (
    <Dialog open onOpenChange={closeDialog} title={t('explorer.heat')}>
      <Form onSubmit={show}>
        <FailureNotice failure={failure} />
        {failure ? null : (
          <Text as="p" tone="quiet" role="status">
            {why}
          </Text>
        )}
        {choices && choices.length > 0 ? (
          <>
            <Field label={t('explorer.heat.metric')}>
              <Select value={place} onChange={(event) => setPlace(Number(event.target.value))}>
                {choices.map(({ type, set, metric }, index) => (
                  <option key={`${type} ${set.name} ${metric.name}`} value={index}>
                    {t('explorer.heat.choice', {
                      name: metric.title,
                      unit: metric.unit === '' ? '' : ` (${metric.unit})`,
                      type: typeName(type),
                      golden: metric.golden ? 'yes' : 'no',
                    })}
                  </option>
                ))}
              </Select>
            </Field>
            <Segment
              label={t('explorer.heat.value')}
              options={(['last', 'mean'] as const).map((value) => ({
                value,
                label: t(`explorer.heat.${value}`),
              }))}
              value={of}
              onChange={setOf}
            />
          </>
        ) : null}
        {choices?.length === 0 ? <MeasuredSets /> : null}
        <Stack row justify="end" gap={2}>
          <Button tone="primary" type="submit" reason={choice ? undefined : why}>
            {t('explorer.heat.show')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  )
}
