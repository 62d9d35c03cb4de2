import { type Fields, isFields } from '#shared/json/fields.ts'
import { parseEntityKey } from '#shared/model/entity.ts'
import { entityReference } from '#shared/spl/literal.ts'
import { solveLayout } from '../graph/layout/solve.ts'
import { readPalette } from '../graph/scene/palette.ts'
import { AppHost, type HostContext } from './app-host.ts'
import './app.css'
import { entityRows } from './entity-rows.ts'
import { carriesGraph, graphOf, type GraphNode, type ResultGraph, thingsOf } from './graph-of-rows.ts'
import { viewerMessages } from './messages.en.ts'
import { viewerMessagesZh } from './messages.zh.ts'
import { type About, pictureOf } from './picture.ts'
import { capped, inBlanks, layRows, tableOf } from './rows-scene.ts'
import { type Action, element, view } from './viewer.ts'

declare const ORRERY_VERSION: string

/** Requested height in px, if the host allows a choice: of a graph, and at most of a table. */
const HEIGHT_PX = 520
/** Height in px that a horizontal scroll bar takes at most. */
const SCROLL_BAR_PX = 16
/** Maximum rows of a plain table, and of neighbours requested at once. */
const MAX_ROWS = 200
const MAX_NEIGHBOURS = 50

const TOOL = 'query_spl_execute'

type Message = keyof typeof viewerMessages

let words: Record<Message, string> = viewerMessages
const say = (key: Message, values: Record<string, number> = {}): string =>
  words[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The query, and what is known of its result. */
let query = ''
let rows: readonly Fields[] = []
let drawing = new AbortController()
/** Nodes whose names were requested. */
const named = new Set<string>()

/** The rows of an answer, or an error message. */
function rowsOf(result: Fields): readonly Fields[] | string {
  const content = isFields(result['structuredContent']) ? result['structuredContent'] : {}
  const output = isFields(content['output']) ? content['output'] : {}
  if (result['isError'] === true || content['ok'] === false)
    return typeof content['error'] === 'string' ? content['error'] : say('viewer.failed')
  return Array.isArray(output['rows']) ? output['rows'].filter(isFields) : []
}

/** The font of the page, which cards are measured for. */
const font = document.fonts.load('16px "Inter Variable"').catch(() => [])

/** ELK is too large to send in a message; without it the quick layers are used. */
const noKernel = (): Promise<never> => Promise.reject(new Error('no kernel'))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const aboutOf = ({ key, type, fields }: GraphNode): About => ({
  key,
  kind: inBlanks(type),
  domain: key.split('/')[0] ?? '',
  facts: Object.entries(fields)
    .filter(([name]) => !name.startsWith('__'))
    .map(([name, value]): [string, string] => [name, textOf(value)]),
})

function note(text: string): void {
  drawing.abort()
  document.body.replaceChildren(element('p', { class: 'said', role: 'status' }, text))
}

async function drawGraph(graph: ResultGraph, chosen: string | undefined): Promise<void> {
  drawing.abort()
  drawing = new AbortController()
  const { signal } = drawing
  const laid = layRows(graph, signal, (problem, _signal, onProgress) =>
    solveLayout(problem, noKernel, onProgress),
  )
  const [scene] = await Promise.all([laid, font])
  if (signal.aborted) return
  const counts = { nodes: graph.nodes.length, edges: graph.edges.length }
  const picture = pictureOf(scene, tableOf(graph), {
    title: query || say('viewer.title'),
    subtitle: say(`viewer.counts.${thingsOf(graph.nodes)}`, counts),
    language: document.documentElement.lang,
    palette: readPalette(document.body),
    about: graph.nodes.map(aboutOf),
    words: {
      search: say('viewer.search'),
      none: say('viewer.none'),
      fit: say('viewer.fit'),
      links: say('viewer.links'),
      note: say('viewer.note'),
      choose: say('viewer.choose'),
      open: say('viewer.open'),
    },
  })
  document.body.replaceChildren()
  const place = graph.nodes.findIndex(({ key }) => key === chosen)
  view(picture, document.body, {
    signal,
    chosen: place < 0 ? undefined : place,
    actions: (item) => actionsOf(graph.nodes[item]),
  })
  addWholeScreen()
  await nameNodes(graph, chosen)
}

function drawTable(): void {
  drawing.abort()
  const shown = rows.slice(0, MAX_ROWS)
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))]
  const line = (row: Fields): HTMLElement =>
    element('tr', {}, ...columns.map((name) => element('td', {}, textOf(row[name] ?? ''))))
  const head = element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))
  const table = element('table', {}, element('thead', {}, head), element('tbody', {}, ...shown.map(line)))
  const counts = say('viewer.rows', { shown: shown.length, total: rows.length })
  const header = element(
    'header',
    {},
    element('h1', {}, query || say('viewer.title')),
    element('small', {}, counts),
  )
  document.body.replaceChildren(
    header,
    element('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': query }, table),
  )
  addWholeScreen()
  askHeight(Math.min(HEIGHT_PX, header.offsetHeight + table.offsetHeight + SCROLL_BAR_PX))
}

/** Asks for a height in px, unless the host has fixed it. */
function askHeight(height: number): void {
  if (host.context.containerDimensions?.height !== undefined) return
  host.notify('ui/notifications/size-changed', { width: document.documentElement.clientWidth, height })
}

/** Renders a graph if there are relations, otherwise a table. */
function draw(chosen?: string): void {
  if (rows.length === 0) return note(say('viewer.empty'))
  const graph = carriesGraph(rows) ? graphOf(rows) : undefined
  if (!graph) return drawTable()
  askHeight(HEIGHT_PX)
  drawGraph(capped(graph), chosen).catch((error: unknown) => {
    if (!drawing.signal.aborted) note(error instanceof Error ? error.message : say('viewer.failed'))
  })
}

/** Neighbours can be loaded if the host forwards tool calls. */
function actionsOf(node: GraphNode | undefined): Action[] {
  const key = parseEntityKey(node?.key ?? '')
  if (!node || !key || !host.callsTools) return []
  const statement = `.topo | graph-call getDirectRelations([${entityReference(key)}]) | limit ${MAX_NEIGHBOURS}`
  return [{ label: say('viewer.neighbours'), run: () => void addRows(statement, node.key) }]
}

/** @throws Error with the server's or the host's message */
async function ask(statement: string): Promise<readonly Fields[]> {
  const found = rowsOf(await host.request('tools/call', { name: TOOL, arguments: { query: statement } }))
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Relations identify their ends by id only: fetches each name once. */
async function nameNodes(graph: ResultGraph, chosen: string | undefined): Promise<void> {
  if (!host.callsTools) return
  const unnamed = graph.nodes.flatMap(({ key, isNamed, isElement }) =>
    isNamed || isElement || named.has(key) ? [] : [key],
  )
  if (unnamed.length === 0) return
  for (const key of unnamed) named.add(key)
  const found = await entityRows(unnamed, (statement, limit) =>
    ask(`${statement} | limit ${limit}`).catch(() => undefined),
  )
  if (found.length === 0) return
  rows = [...rows, ...found]
  draw(chosen)
}

async function addRows(statement: string, chosen: string): Promise<void> {
  const button = document.querySelector('.action')
  if (button) button.textContent = say('viewer.asking')
  try {
    const found = await ask(statement)
    const before = graphOf(rows)?.edges.length
    const more = [...rows, ...found]
    if (graphOf(more)?.edges.length === before) throw new Error(say('viewer.noNeighbours'))
    rows = more
    draw(chosen)
  } catch (error) {
    button?.replaceWith(
      element('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)),
    )
  }
}

/** Adds a full screen button if the host supports it. */
function addWholeScreen(): void {
  const { availableDisplayModes, displayMode } = host.context
  if (displayMode === 'fullscreen' || !availableDisplayModes?.includes('fullscreen')) return
  const button = element('button', { type: 'button' }, say('viewer.whole'))
  button.addEventListener('click', () => {
    host.request('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => undefined)
  })
  document.querySelector('header')?.append(button)
}

/** Our tokens by the host's variables (MCP Apps, "Theming"). */
const COLOURS = [
  ['--surface', '--color-background-primary'],
  ['--raised', '--color-background-primary'],
  ['--ground', '--color-background-secondary'],
  ['--sunken', '--color-background-tertiary'],
  ['--line', '--color-border-primary'],
  ['--text', '--color-text-primary'],
  ['--text-quiet', '--color-text-secondary'],
] as const

/** Takes the host's colours if it gives all of them: some of its own among some of ours may not be readable. */
function colour(variables: Readonly<Record<string, unknown>> = {}): void {
  const { style } = document.documentElement
  const all = COLOURS.every(([, name]) => typeof variables[name] === 'string')
  for (const [token, name] of COLOURS)
    if (all) style.setProperty(token, String(variables[name]))
    else style.removeProperty(token)
}

/** How the page looks, to draw it anew if that changes. */
const look = ({ dataset, lang, style }: HTMLElement): string =>
  [dataset['theme'], lang, style.cssText].join(' ')

/** Applies the host's colours and language. */
function dress({ theme, locale = 'en', styles, containerDimensions }: HostContext): void {
  const { documentElement: root } = document
  const before = look(root)
  root.dataset['theme'] = theme === 'dark' ? 'dark' : 'light'
  colour(styles?.variables)
  root.lang = locale.startsWith('zh') ? 'zh' : 'en'
  words = root.lang === 'zh' ? viewerMessagesZh : viewerMessages
  if (containerDimensions?.height === undefined) askHeight(HEIGHT_PX)
  if (look(root) === before) return
  if (rows.length > 0) draw()
  else note(say('viewer.waiting'))
}

const host = new AppHost({
  input(args) {
    query = typeof args['query'] === 'string' ? args['query'] : ''
  },
  result(result) {
    const found = rowsOf(result)
    if (typeof found === 'string') return note(found)
    rows = found
    draw()
  },
  cancelled: () => note(say('viewer.cancelled')),
  context: dress,
})
void host.connect(ORRERY_VERSION)
