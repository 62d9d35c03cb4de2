import { followPointer } from '../graph/canvas/pointer.ts'
import { followRatio } from '../graph/canvas/follow-ratio.ts'
import type { Hit } from '../graph/canvas/hit.ts'
import type { Stage, StageState } from '../graph/canvas/stage.ts'
import { FittedText } from '../graph/paint/fitted-text.ts'
import { paint } from '../graph/paint/paint.ts'
import { bringIntoView, clampZoom, fit, panBy } from '../graph/scene/camera.ts'
import { dimmedGroups, emphasise } from '../graph/scene/emphasis.ts'
import { MARK, NAME_ZOOM, sceneBounds, type Scene } from '../graph/scene/scene.ts'
import { type HeatLegend, sceneOf, type Picture } from './picture.ts'

/** Creates an element with attributes and children; strings become text nodes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** Details of an item, with links to its neighbours. */
function details(
  picture: Picture,
  scene: Scene,
  item: number | undefined,
  nameOf: (item: number) => string,
  go: (item: number) => void,
): Node[] {
  const { words } = picture
  if (item === undefined) return [element('p', { class: 'quiet' }, words.choose)]
  const about = picture.about[item]
  const group = scene.collapsed[item - scene.nodes.length]
  const facts = element('dl', {})
  for (const [name, value] of about?.facts ?? [])
    facts.append(element('dt', {}, name), element('dd', {}, value))
  return [
    element('h2', {}, nameOf(item)),
    element(
      'p',
      { class: 'quiet' },
      about
        ? `${about.kind} · ${about.domain}`
        : [group?.detail, group?.kinds[0]].filter(Boolean).join(' · '),
    ),
    ...(about?.description ? [element('p', {}, about.description)] : []),
    ...(about?.note ? [element('p', { class: 'note' }, `${words.note}: ${about.note}`)] : []),
    ...linkList(picture, scene, item, nameOf, go),
    facts,
  ]
}

function linkList(
  { words }: Picture,
  scene: Scene,
  item: number,
  nameOf: (item: number) => string,
  go: (item: number) => void,
): Node[] {
  const labels = scene.edgeLabels.split('\n')
  const list = element('ul', {})
  for (const [edge, from] of scene.from.entries()) {
    const to = scene.to[edge] ?? 0
    if (from !== item && to !== item) continue
    const other = from === item ? to : from
    const link = element('button', { type: 'button' }, `${from === item ? '→' : '←'} ${nameOf(other)}`)
    link.addEventListener('click', () => go(other))
    list.append(element('li', {}, link, element('small', {}, labels[edge] ?? '')))
  }
  return list.childElementCount === 0 ? [] : [element('h3', {}, words.links), list]
}

/** The legend of a heat map, in a row of its own. */
function heatRow({ title, range, least, most, colours, counts }: HeatLegend): Node {
  const scale = element('i', { 'aria-hidden': 'true' })
  // The page's policy allows a style from a script, but none in an attribute.
  Object.assign(scale.style, {
    flex: '0 0 4.5rem',
    height: '10px',
    borderRadius: '5px',
    border: '1px solid var(--line)',
    background: `linear-gradient(90deg, ${colours.join(', ')})`,
  })
  const row = element('div', {}, element('strong', {}, title), element('small', {}, range))
  if (colours.length > 0) row.append(least, scale, most)
  row.append(element('small', {}, counts))
  Object.assign(row.style, {
    display: 'flex',
    flex: '1 0 100%',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
  })
  return row
}

const itemOf = (hit: Hit | undefined): number | undefined => (hit?.type === 'item' ? hit.item : undefined)

/** Maximum matches listed. */
const MAX_MATCHES = 40
/** Zoom factor per key, and pixels per arrow. */
const STEP = 1.25
const ARROW_PX = 60
/** Minimum zoom for showing a search result. */
const READABLE = 0.9

/** The scene with a selected item and its links highlighted. */
function withChosen(scene: Scene, chosen: number | undefined): Scene {
  if (chosen === undefined) return scene
  const [mark, edgeMark] = [scene.mark.slice(), scene.edgeMark.slice()]
  mark[chosen] = (mark[chosen] ?? 0) | MARK.selected
  const next = { ...scene, mark, edgeMark }
  emphasise(next)
  return { ...next, groups: dimmedGroups(next) }
}

/** A stage that repaints on every change. */
function stageOf(scene: Scene, changed: () => void): Stage {
  let state: StageState = {
    scene,
    camera: { x: 0, y: 0, zoom: 1 },
    size: { width: 0, height: 0 },
    fitRequest: 0,
    fitted: 0,
    fittedCamera: undefined,
  }
  return {
    getState: () => state,
    setState: (change) => {
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
      changed()
    },
    subscribe: () => () => undefined,
  }
}

interface ViewOptions {
  /** Actions on an item, shown with its details. */
  readonly actions?: (item: number) => readonly Action[]
  /** The initially selected item. */
  readonly chosen?: number | undefined
  /** Removes the key handlers when another picture replaces this one. */
  readonly signal?: AbortSignal
}

export interface Action {
  readonly label: string
  run(): void
}

/** Renders a picture: the canvas, a search field, and the selected node's details. */
export function view(picture: Picture, host: HTMLElement, options: ViewOptions = {}): void {
  const { words } = picture
  const scene = sceneOf(picture)
  const table = {
    labels: picture.labels.split('\n'),
    details: picture.details.split('\n'),
    icons: Uint8Array.from(picture.icons),
    shapes: Uint8Array.from(picture.shapes),
  }
  const edgeLabels = scene.edgeLabels.split('\n')
  const nameOf = (item: number): string =>
    table.labels[item] ?? scene.collapsed[item - scene.nodes.length]?.label ?? ''

  const search = element('input', { type: 'search', placeholder: words.search, 'aria-label': words.search })
  const fitButton = element('button', { type: 'button' }, words.fit)
  const matches = element('div', { class: 'matches', role: 'listbox', 'aria-label': words.search })
  const canvas = element('canvas', { tabindex: '0', role: 'application', 'aria-label': picture.title })
  const side = element('aside', { 'aria-live': 'polite' })
  host.append(
    element(
      'header',
      {},
      element('h1', {}, picture.title),
      element('small', {}, picture.subtitle),
      search,
      fitButton,
      matches,
      ...(picture.heat ? [heatRow(picture.heat)] : []),
    ),
    element('main', {}, canvas, side),
  )

  let scheduled = false
  const fitted = new FittedText()
  const context = canvas.getContext('2d')
  const stage = stageOf(scene, () => {
    if (scheduled) return
    scheduled = true
    requestAnimationFrame(() => {
      scheduled = false
      const { camera, size, scene: shown } = stage.getState()
      const job = { scene: shown, table, edgeLabels, palette: picture.palette, camera, size, fitted }
      if (context) paint(context, { ...job, ratio: devicePixelRatio })
    })
  })
  const fitAll = (): void => {
    const bounds = sceneBounds(scene)
    if (bounds) stage.setState(({ size }) => ({ camera: fit(bounds, size) }))
  }
  let chosen: number | undefined
  const choose = (item: number | undefined, isSought: boolean): void => {
    chosen = item
    stage.setState({ scene: withChosen(scene, item) })
    side.replaceChildren(
      ...details(picture, scene, item, nameOf, (other) => choose(other, true)),
      ...buttonsOf(item === undefined ? [] : (options.actions?.(item) ?? [])),
    )
    if (item === undefined) return
    const place = { x: scene.x[item] ?? 0, y: scene.y[item] ?? 0 }
    stage.setState(({ camera, size }) =>
      isSought && camera.zoom < READABLE
        ? { camera: { ...place, zoom: READABLE } }
        : { camera: bringIntoView(camera, size, place) },
    )
  }
  /** Fills the view with a group: what is in it is seen when near. */
  const enter = (place: number): void => {
    const group = scene.groups[place]
    if (!group) return
    const { x, y, width, height } = group
    const bounds = { left: x, top: y, right: x + width, bottom: y + height }
    const least = NAME_ZOOM * 1.01
    stage.setState(({ size }) => {
      const camera = fit(bounds, size)
      return { camera: { ...camera, zoom: Math.max(camera.zoom, least) } }
    })
  }
  const describeGroup = (place: number): void => {
    choose(undefined, false)
    const group = scene.groups[place]
    if (!group) return
    const open = element('button', { type: 'button', class: 'action' }, words.open)
    open.addEventListener('click', () => enter(place))
    side.replaceChildren(
      element('h2', {}, group.label),
      element('p', { class: 'quiet' }, group.detail),
      element('p', {}, group.kinds[0] ?? ''),
      open,
    )
  }
  followPointer(
    canvas,
    stage,
    { setHover: () => undefined, setLasso: () => undefined },
    {
      choose: (hit: Hit | undefined) =>
        hit?.type === 'group' ? describeGroup(hit.group) : choose(itemOf(hit), false),
      open: (hit: Hit) => (hit.type === 'group' ? enter(hit.group) : choose(itemOf(hit), true)),
      chooseItems: () => undefined,
      hover: () => undefined,
      grab: () => undefined,
    },
  )
  const list = (): void => {
    const text = search.value.trim().toLowerCase()
    const found = text === '' ? [] : findIn(picture, scene.count, nameOf, text)
    matches.replaceChildren(
      ...found.slice(0, MAX_MATCHES).map((item) => {
        const option = element('button', { type: 'button', role: 'option' }, nameOf(item))
        option.append(element('small', {}, picture.about[item]?.kind ?? ''))
        option.addEventListener('click', () => {
          matches.replaceChildren()
          choose(item, true)
          canvas.focus()
        })
        return option
      }),
      ...(text !== '' && found.length === 0 ? [element('p', {}, words.none)] : []),
    )
  }
  search.addEventListener('input', list)
  search.addEventListener('keydown', ({ key }) => {
    const first = matches.querySelector('button')
    if (key === 'Enter') first?.click()
    else if (key === 'ArrowDown') first?.focus()
  })
  matches.addEventListener('keydown', (event) => {
    const now = document.activeElement
    const next = event.key === 'ArrowDown' ? now?.nextElementSibling : now?.previousElementSibling
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    ;(next instanceof HTMLElement ? next : search).focus()
  })
  fitButton.addEventListener('click', fitAll)
  const zoom = (factor: number): void =>
    stage.setState(({ camera }) => ({ camera: { ...camera, zoom: clampZoom(camera.zoom * factor) } }))
  const pan = (dx: number, dy: number): void =>
    stage.setState(({ camera }) => ({ camera: panBy(camera, dx * ARROW_PX, dy * ARROW_PX) }))
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    f: fitAll,
    ArrowLeft: () => pan(1, 0),
    ArrowRight: () => pan(-1, 0),
    ArrowUp: () => pan(0, 1),
    ArrowDown: () => pan(0, -1),
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      search.value = ''
      list()
      if (chosen !== undefined) choose(undefined, false)
    } else if (event.target === search) return
    else if (event.key === '/') search.focus()
    else if (keys[event.key] && !event.ctrlKey && !matches.contains(event.target as Node)) keys[event.key]?.()
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', onKeyDown, { signal: options.signal })
  let isFirst = true
  const resize = (): void => {
    const size = { width: canvas.clientWidth, height: canvas.clientHeight }
    canvas.width = size.width * devicePixelRatio
    canvas.height = size.height * devicePixelRatio
    stage.setState({ size })
    if (isFirst && size.width > 0) fitAll()
    isFirst &&= size.width === 0
  }
  new ResizeObserver(resize).observe(canvas)
  followRatio(resize)
  choose(options.chosen, true)
}

const buttonsOf = (actions: readonly Action[]): Node[] =>
  actions.map(({ label, run }) => {
    const button = element('button', { type: 'button', class: 'action' }, label)
    button.addEventListener('click', run)
    return button
  })

/** Items whose name contains the text, then those with other matching facts. */
function findIn(picture: Picture, count: number, nameOf: (item: number) => string, text: string): number[] {
  const [named, mentioned]: [number[], number[]] = [[], []]
  for (let item = 0; item < count; item++) {
    if (nameOf(item).toLowerCase().includes(text)) named.push(item)
    else if (
      JSON.stringify(picture.about[item] ?? '')
        .toLowerCase()
        .includes(text)
    )
      mentioned.push(item)
  }
  return [...named, ...mentioned]
}
