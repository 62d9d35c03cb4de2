import { parseEntityKey } from '#shared/model/entity.ts'
import { entityReference, literal } from '#shared/spl/literal.ts'
import { openWith } from '../app/intents.ts'
import type { StoryStep } from '../app/guide.ts'
import { chooseConnection, useWorkbench, workbench } from '../app/workbench.ts'
import { titled } from '../i18n/called.ts'
import { readAnswer } from '../spl/result.ts'
import { callOn, type Subject, subjectOf } from './own-subject.ts'
import { DETAILS, LINE, RESULTS } from './story.ts'

/** Escapes a name for a selector and a regular expression. */
const quoted = (name: string): string => name.replaceAll(/["\\]/g, String.raw`\$&`)
const plain = (name: string): string => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** What the story's steps open. */
interface Opens {
  readonly model: string
  graph(keys: readonly string[], alone?: boolean): Promise<void>
  query(query: string, title: ReturnType<typeof titled>): Promise<void>
}

function graphSteps({ ends, names }: Subject, { graph }: Opens): StoryStep[] {
  const [name = '', other = ''] = names
  const around: StoryStep = {
    bench: 'explorer',
    target: DETAILS,
    column: 'right',
    title: 'start.own.graph',
    text: 'start.own.graph.text',
    found: 'start.own.graph.found',
    open: () => graph(ends.slice(0, 1), true),
    seen: { selector: `article[aria-label]:not([aria-label="${quoted(name)}"])`, text: /./ },
  }
  const [one, two] = [plain(name), plain(other)]
  const path: StoryStep = {
    bench: 'explorer',
    target: '[role="tab"][id$="-trigger-path"]',
    column: 'right',
    title: 'start.own.path',
    text: 'start.own.path.text',
    found: 'start.own.path.found',
    open: () => graph(ends),
    seen: { selector: 'ol', text: new RegExp(`${one}.*${two}|${two}.*${one}`, 's') },
  }
  return ends.length > 1 ? [around, path] : [around]
}

function querySteps({ ends, names, metrics }: Subject, { query, model }: Opens): StoryStep[] {
  const [hero = ''] = ends
  const [name = ''] = names
  const entity = parseEntityKey(hero)
  const relations = `.topo | graph-call getDirectRelations([${entity ? entityReference(entity) : ''}])`
  const linked: StoryStep = {
    bench: 'query',
    target: '[role="toolbar"] [data-tone="primary"]',
    title: 'start.own.query',
    text: 'start.own.query.text',
    found: 'start.own.query.found',
    open: () => query(relations, titled('start.own.query.tab', { name })),
    seen: { selector: `${RESULTS} [role="gridcell"]`, text: /./ },
    kept: { kind: 'query', text: relations, connection: model },
  }
  if (!metrics) return [linked]
  const plan = `${callOn(hero)}get_metrics(${literal(metrics.domain)}, ${literal(metrics.name)})`
  const measured: StoryStep = {
    ...linked,
    title: 'start.own.telemetry',
    text: 'start.own.telemetry.text',
    found: 'start.own.telemetry.found',
    open: () => query(plan, titled('start.own.telemetry.tab', { name })),
    seen: { selector: `${RESULTS} .u-legend`, text: /./ },
    kept: { kind: 'query', text: plan, connection: model },
  }
  return [linked, measured]
}

const sandboxStep: StoryStep = {
  bench: 'sandboxes',
  target: LINE,
  title: 'start.own.sandbox',
  text: 'start.own.sandbox.text',
  code: 'python3 --version',
  found: 'start.own.sandbox.found',
  open: () => openWith('sandboxes.shell', {}),
  seen: { selector: '[role="tabpanel"]', text: /[✓✗] \d/ },
}

/**
 * The story on the user's own model: the steps for which it has data, with its own entities; empty without
 * relations.
 */
export async function ownStory(model: string): Promise<readonly StoryStep[]> {
  const subject = await subjectOf(async (query, limit) => {
    const outcome = readAnswer(await workbench.call('models.runQuery', { connection: model, query, limit }))
    return outcome.kind === 'refused' ? undefined : outcome.result.rows
  })
  if (!subject) return []
  const [name = '', other = ''] = subject.names
  const choose = (): Promise<void> => chooseConnection({ kind: 'model', id: model })
  const opens: Opens = {
    model,
    graph: async (entities, alone) => {
      await choose()
      await openWith('explorer.entities', { entities, expand: true, alone })
    },
    query: async (query, title) => {
      await choose()
      await openWith('query.open', { text: query, ...title })
    },
  }
  const { connections } = useWorkbench.getState()
  // One that is still starting will be there when its step comes.
  const hasSandboxes = connections.some(
    ({ kind, state }) => kind === 'platform' && (state === 'ready' || state === 'starting'),
  )
  const steps = [
    ...graphSteps(subject, opens),
    ...querySteps(subject, opens),
    ...(hasSandboxes ? [sandboxStep] : []),
  ]
  return steps.map((step, place) => ({ ...step, values: { name, other, number: place + 1 } }))
}
