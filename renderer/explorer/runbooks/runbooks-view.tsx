import { lazy, Suspense } from 'react'
import { BookOpen, Eye, GraduationCap } from 'lucide-react'
import type { Fields } from '#shared/json/fields.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { openWith } from '../../app/intents.ts'
import { labelled, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/row.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { metricsQuery, dataSetsOf } from '../measures/data-sets.ts'
import { openPlan, spanNow } from '../measures/open-plan.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { goToNode } from '../view/go-to.ts'
import { useRunbooks } from './read-runbooks.ts'
import { fieldsQuery, filled, type Observation, type Reading, type Runbook } from './runbook.ts'

/** Most entities have no runbook, so the Markdown renderer is loaded on demand. */
const Markdown = lazy(async () => ({ default: (await import('../../markdown/markdown.tsx')).Markdown }))

/** The entity used to fill in steps. */
interface Entity {
  readonly key: string
  readonly label: string
  readonly data: Fields
}

/** Opens an observation in Query, filled in for an entity, and runs it. */
async function observe(
  observation: Observation,
  runbook: Runbook,
  { key, label, data }: Entity,
): Promise<void> {
  const { evidence, title } = observation
  const named = labelled(label, title)
  if (evidence?.kind === 'query')
    return openWith('query.open', { text: filled(evidence.text, runbook, data), title: named, run: 'plan' })
  if (evidence?.kind === 'fields')
    return openWith('query.open', { text: fieldsQuery(key, evidence.names), title: named, run: true })
  const { loaded } = useExplorer.getState()
  if (!evidence || !loaded) return undefined
  const sets = await dataSetsOf(loaded, [key], new AbortController().signal)
  const set = sets.find(({ metrics }) => metrics.some(({ name }) => name === evidence.metric))
  if (set) openPlan(key, metricsQuery(key, set, evidence.metric), named, spanNow(surfaces.runtime))
  return undefined
}

interface ObservationRowProps {
  readonly observation: Observation
  readonly runbook: Runbook
  readonly entity: Entity | undefined
}

function ObservationRow({ observation, runbook, entity }: ObservationRowProps) {
  const t = useText()
  const { title, about, evidence, conclusions } = observation
  const why = evidence
    ? entity
      ? undefined
      : t('explorer.runbook.needsEntity')
    : t('explorer.runbook.noQuery')
  return (
    <li>
      <Row
        icon={<Eye size={14} aria-hidden />}
        label={title}
        note={about}
        tooltip={why ?? t('explorer.runbook.run', { title })}
        disabled={why !== undefined}
        onClick={() => entity && void observe(observation, runbook, entity)}
      />
      {conclusions.map((conclusion, place) => (
        <Text key={place} as="p" tone="quiet" small pad={[0, 2]}>
          {labelled(conclusion.title, conclusion.condition)}
        </Text>
      ))}
    </li>
  )
}

function ReadingEntry({ reading, skill }: { readonly reading: Reading; readonly skill: boolean }) {
  const Icon = skill ? GraduationCap : BookOpen
  return (
    <li>
      <details>
        <summary title={reading.about}>
          <Icon size={14} aria-hidden /> {reading.title}
        </summary>
        <Text as="p" tone="quiet" small>
          {reading.about}
        </Text>
        <Suspense fallback={null}>
          <Markdown text={reading.content} label={reading.title} bare />
        </Suspense>
      </details>
    </li>
  )
}

interface RunbooksProps {
  /** Key of the entity set. */
  readonly set: string
  readonly entity?: Entity | undefined
  readonly className: string | undefined
}

/** The runbooks of an entity set: observations to run, knowledge and skills to read. */
export function Runbooks({ set, entity, className }: RunbooksProps) {
  const t = useText()
  const { runbooks, failure } = useRunbooks(set)
  if (failure)
    return (
      <Text as="p" tone="bad" small role="alert">
        <FailureText failure={failure} />
      </Text>
    )
  return runbooks.map(({ key, runbook }) => (
    <details key={key} className={className} open>
      <summary>{t('explorer.runbook', { title: runbook.title })}</summary>
      <Stack gap={1}>
        <Button
          tone="link"
          style={{ alignSelf: 'start' }}
          onClick={() => {
            useExplorer.setState({ tab: 'model' })
            goToNode(surfaces.model, key)
          }}
        >
          {t('explorer.runbook.show')}
        </Button>
        <Stack as="ul" gap={1} aria-label={runbook.title}>
          {runbook.observations.map((observation) => (
            <ObservationRow
              key={observation.name}
              observation={observation}
              runbook={runbook}
              entity={entity}
            />
          ))}
          {runbook.knowledge.map((reading) => (
            <ReadingEntry key={`knowledge ${reading.name}`} reading={reading} skill={false} />
          ))}
          {runbook.skills.map((reading) => (
            <ReadingEntry key={`skill ${reading.name}`} reading={reading} skill />
          ))}
        </Stack>
      </Stack>
    </details>
  ))
}
