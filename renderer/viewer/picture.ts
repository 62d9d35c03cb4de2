import { shownText } from '../ui/shown-name.ts'
import { COUNT } from '../graph/paint/trunk-labels.ts'
import { type ItemStyle, MARK, type Palette, type Scene, type SceneTable } from '../graph/scene/scene.ts'

/** Details of a drawn node, shown beside its card. */
export interface About {
  readonly key: string
  readonly kind: string
  readonly domain: string
  readonly description?: string | undefined
  readonly note?: string | undefined
  /** Names and types, or properties and values. */
  readonly facts?: readonly (readonly [string, string])[] | undefined
}

/** The viewer's texts, in the language of the exporting page. */
export interface ViewerWords {
  readonly search: string
  readonly none: string
  readonly fit: string
  readonly links: string
  readonly note: string
  readonly choose: string
  /** To look into a group. */
  readonly open: string
}

/** What the colours of a heat map say. */
export interface HeatLegend {
  /** The metric, and the time range of its values. */
  readonly title: string
  readonly range: string
  /** The ends of the scale, and its colours from the first to the last. */
  readonly least: string
  readonly most: string
  readonly colours: readonly string[]
  /** How many have a value. */
  readonly counts: string
}

type Numbers = readonly number[]

/** A scene as JSON: typed arrays as lists, rounded to whole units. */
interface PlainScene extends Pick<
  Scene,
  'count' | 'collapsed' | 'groups' | 'edgeLabels' | 'leftOut' | 'leftOutBy' | 'leftOutFar'
> {
  readonly x: Numbers
  readonly y: Numbers
  readonly width: Numbers
  readonly height: Numbers
  readonly hue: Numbers
  readonly tint: Numbers
  readonly mark: Numbers
  readonly groupOf: Numbers
  readonly from: Numbers
  readonly to: Numbers
  readonly edgeMark: Numbers
  readonly weight: Numbers
  readonly shared: Numbers
  readonly wayStart: Numbers
  readonly wayPoints: Numbers
  readonly styles: readonly (readonly [number, ItemStyle])[]
  readonly trunks: readonly (Omit<Scene['trunks'][number], 'points'> & { readonly points: Numbers })[]
}

/** A self-contained picture: scene, colours and details. */
export interface Picture {
  readonly title: string
  readonly subtitle: string
  readonly language: string
  readonly heat?: HeatLegend | undefined
  readonly words: ViewerWords
  readonly palette: Palette
  readonly scene: PlainScene
  readonly labels: string
  readonly details: string
  readonly icons: Numbers
  readonly shapes: Numbers
  /** Of the drawn nodes, in scene order. */
  readonly about: readonly About[]
}

/** Temporary marks are not exported. */
const LASTING = ~(MARK.selected | MARK.dimmed)

const rounded = (list: Iterable<number>): number[] => Array.from(list, Math.round)
const lasting = (list: Iterable<number>): number[] => Array.from(list, (mark) => mark & LASTING)

/** The table lines of the drawn nodes, in scene order. */
const linesOf = (text: string, rows: Uint32Array): string => {
  const lines = text.split('\n')
  return Array.from(rows, (row) => lines[row] ?? '').join('\n')
}

/** What is said of a node, without characters that would make a text look like another. */
const shownAbout = ({ description, note, facts, ...names }: About): About => ({
  ...names,
  description: description && shownText(description),
  note: note && shownText(note),
  facts: facts?.map(([name, value]) => [shownText(name), shownText(value)]),
})

/** The relation types of edges, and of bundles how many they are. */
const labelsOf = ({ edgeLabels, weight }: Scene): string =>
  edgeLabels
    .split('\n')
    .map((type, edge) => ((weight[edge] ?? 1) > 1 ? `× ${COUNT.format(weight[edge] ?? 1)}` : type))
    .join('\n')

/** Creates a picture of a scene; its table has the drawn nodes only. */
export const pictureOf = (
  scene: Scene,
  table: SceneTable,
  more: Pick<Picture, 'title' | 'subtitle' | 'heat' | 'language' | 'words' | 'palette' | 'about'>,
): Picture => ({
  ...more,
  about: more.about.map(shownAbout),
  scene: {
    count: scene.count,
    collapsed: scene.collapsed,
    groups: scene.groups.map((group) => ({
      ...group,
      x: Math.round(group.x),
      y: Math.round(group.y),
      width: Math.round(group.width),
      height: Math.round(group.height),
      mark: (group.mark ?? 0) & LASTING,
    })),
    edgeLabels: labelsOf(scene),
    leftOut: scene.leftOut,
    leftOutBy: scene.leftOutBy,
    leftOutFar: scene.leftOutFar,
    x: rounded(scene.x),
    y: rounded(scene.y),
    width: rounded(scene.width),
    height: rounded(scene.height),
    hue: [...scene.hue],
    tint: [...scene.tint],
    mark: lasting(scene.mark),
    styles: [...scene.styles],
    groupOf: [...scene.groupOf],
    from: [...scene.from],
    to: [...scene.to],
    edgeMark: lasting(scene.edgeMark),
    weight: [...scene.weight],
    shared: [...scene.shared],
    wayStart: [...scene.wayStart],
    wayPoints: rounded(scene.wayPoints),
    trunks: scene.trunks.map((trunk) => ({
      ...trunk,
      mark: trunk.mark & LASTING,
      points: rounded(trunk.points),
    })),
  },
  labels: linesOf(table.labels, scene.nodes),
  details: linesOf(table.details, scene.nodes),
  icons: Array.from(scene.nodes, (row) => table.icons[row] ?? 0),
  shapes: Array.from(scene.nodes, (row) => table.shapes[row] ?? 0),
})

/** Restores the scene of a picture for the painter. */
export function sceneOf({ scene, about }: Picture): Scene {
  return {
    ...scene,
    nodes: Uint32Array.from(about.keys()),
    x: Float32Array.from(scene.x),
    y: Float32Array.from(scene.y),
    width: Float32Array.from(scene.width),
    height: Float32Array.from(scene.height),
    hue: Uint8Array.from(scene.hue),
    tint: Uint8Array.from(scene.tint),
    mark: Uint8Array.from(scene.mark),
    styles: new Map(scene.styles),
    groupOf: Int32Array.from(scene.groupOf),
    from: Uint32Array.from(scene.from),
    to: Uint32Array.from(scene.to),
    edgeMark: Uint8Array.from(scene.edgeMark),
    weight: Uint32Array.from(scene.weight),
    shared: Uint8Array.from(scene.shared),
    wayStart: Uint32Array.from(scene.wayStart),
    wayPoints: Float32Array.from(scene.wayPoints),
    trunks: scene.trunks.map((trunk) => ({ ...trunk, points: Float32Array.from(trunk.points) })),
  }
}
