import type { Content } from '#shared/investigations/cell.ts'
import { EMBEDDED_INCIDENT } from '#shared/workbench/embedded.ts'
import { openWith } from '../app/intents.ts'
import type { StoryStep } from '../app/guide.ts'
import { chooseConnection } from '../app/workbench.ts'
import { titled } from '../i18n/called.ts'

/** Some entities of the incident sample (electron/model-server/samples/incident.yaml). */
const GATEWAY = '63718b78868895d2590551b27ec6f51c'
const CART = '809ef74b8f738e7cc054f26c711fb6b1'
const ALERT = 'platform/platform.incident/c9dfa7aec6482d9e9f3784b67b941e15'
const SALE = 'business/business.promotion/2075b0b4bd066a9ce610624bd5c3389e'
/** The recorded time range around the alert. */
const MORNING = { from: '2024-06-18T09:00:00Z', to: '2024-06-18T11:00:00Z' }

const CHANGES = `.topo | graph-call cypher(\`
  MATCH (change)-[:targets]->(service)
  WHERE change.deployed_at >= '2024-06-18' OR change.changed_at >= '2024-06-18'
  RETURN change.display_name AS change, service.display_name AS service, change.setting AS setting,
    change.old_value AS before, change.new_value AS after, change.change_summary AS summary,
    coalesce(change.deployed_at, change.changed_at) AS at
  ORDER BY at
\`)`
const METRICS = `.entity_set with(domain='platform', name='platform.service', ids=['${GATEWAY}', '${CART}'])
| entity-call get_metrics('platform', 'platform.metric.service')`

/** Where the result of a step is shown. */
export const DETAILS = '[role="tab"][id$="-trigger-details"]'
export const RESULTS = '[data-tour="results"]'
export const LINE = 'textarea:not(.xterm-helper-textarea)'

const chooseSample = (): Promise<void> => chooseConnection({ kind: 'model', id: EMBEDDED_INCIDENT })

/** A query as an investigation keeps it. */
const kept = (query: string): Content => ({
  kind: 'query',
  text: query,
  connection: EMBEDDED_INCIDENT,
  range: MORNING,
})

/** From the alert to the cause, via a harmless release and a cart that recovered without intervention. */
export const storySteps: readonly StoryStep[] = [
  {
    bench: 'explorer',
    target: DETAILS,
    column: 'right',
    title: 'start.story.graph',
    text: 'start.story.graph.text',
    found: 'start.story.graph.found',
    open: () => openInGraph([ALERT], true),
    seen: { selector: 'article[aria-label="payment-gateway"]', text: /degraded/ },
  },
  {
    bench: 'explorer',
    target: '[role="tab"][id$="-trigger-path"]',
    column: 'right',
    title: 'start.story.path',
    text: 'start.story.path.text',
    found: 'start.story.path.found',
    open: () => openInGraph([`platform/platform.service/${GATEWAY}`, SALE]),
    seen: {
      selector: 'ol',
      text: /payment-gateway.*checkout retries up.*618|618.*checkout retries up.*payment-gateway/s,
    },
  },
  {
    bench: 'query',
    target: '[role="toolbar"] [data-tone="primary"]',
    title: 'start.story.query',
    text: 'start.story.query.text',
    found: 'start.story.query.found',
    open: () => openQuery(CHANGES, 'start.story.query'),
    kept: kept(CHANGES),
    seen: { selector: '[data-tour="results"] [role="gridcell"]', text: /^payment\.max_attempts$/ },
  },
  {
    bench: 'query',
    target: '[role="toolbar"] [data-tone="primary"]',
    title: 'start.story.telemetry',
    text: 'start.story.telemetry.text',
    found: 'start.story.telemetry.found',
    open: () => openQuery(METRICS, 'start.story.telemetry'),
    kept: kept(METRICS),
    seen: { selector: '[data-tour="results"]', text: /\bretry\b/ },
  },
  {
    bench: 'sandboxes',
    target: LINE,
    title: 'start.story.sandbox',
    text: 'start.story.sandbox.text',
    code: 'echo $((2000 * 35 / 10 * 5))',
    found: 'start.story.sandbox.found',
    open: () => openWith('sandboxes.shell', {}),
    seen: { selector: '[role="tabpanel"]', text: /\b35000\b/ },
  },
]

/** `alone`: the answer may be on the canvas already, from the last time. */
async function openInGraph(entities: readonly string[], alone = false): Promise<void> {
  await chooseSample()
  await openWith('explorer.entities', { entities, expand: true, timeRange: MORNING, alone })
}

async function openQuery(query: string, title: 'start.story.query' | 'start.story.telemetry'): Promise<void> {
  await chooseSample()
  await openWith('query.open', { text: query, ...titled(title), timeRange: MORNING })
}
