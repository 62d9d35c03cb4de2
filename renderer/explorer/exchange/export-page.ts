import { locale, text } from '../../i18n/text.ts'
import type { Palette } from '../../graph/scene/scene.ts'
import { pageOf } from '../../viewer/page.ts'
import { type About, pictureOf } from '../../viewer/picture.ts'
import { entitySections, sectionsOf } from '../details/sections.ts'
import type { GraphNode } from '../graph/graph.ts'
import { shownSentence } from '../view/commands-on-view.ts'
import { sceneTable } from '../view/scene-builder.ts'
import type { SurfaceState } from '../view/surface.ts'
import { viewOf } from '../view/surface.ts'
import { kindName, sceneWords } from '../view/words.ts'

/** Facts of a node that go along, those of all nodes, and characters of each: a page of thousands of nodes must stay small. */
const MAX_FACTS = 40
const MAX_ALL_FACTS = 25_000
const MAX_FACT_CHARS = 200

const short = (value: string): string =>
  value.length > MAX_FACT_CHARS ? `${value.slice(0, MAX_FACT_CHARS)}…` : value

/** Fields with their types, or properties with their values. */
function factsOf({ data }: GraphNode, most: number): [string, string][] {
  if (!data) return []
  const found = data['spec']
    ? sectionsOf(data).flatMap((section) =>
        'rows' in section ? section.rows.map(([name = '', type = '']): [string, string] => [name, type]) : [],
      )
    : entitySections(data).flatMap((section) =>
        'pairs' in section && section.title === 'properties'
          ? section.pairs.map(([name, value]): [string, string] => [name, value])
          : [],
      )
  const kept = found.slice(0, most).map(([name, value]): [string, string] => [short(name), short(value)])
  return found.length > most ? [...kept, ['…', `+${found.length - most}`]] : kept
}

/** What is drawn as one page that can be opened anywhere, with pan, zoom, search and details. */
export async function toPage(state: SurfaceState, title: string, palette: Palette): Promise<string> {
  const { graph, scene } = state
  const { notes } = viewOf(state)
  const most = Math.min(MAX_FACTS, Math.floor(MAX_ALL_FACTS / Math.max(1, scene.nodes.length)))
  const about = Array.from(scene.nodes, (row): About => {
    const node = graph.nodes[row]
    if (!node) return { key: '', kind: '', domain: '' }
    const facts = factsOf(node, most)
    return {
      key: node.key,
      kind: kindName(node.kind),
      domain: node.domain,
      description: node.description,
      note: notes.get(node.key),
      facts: facts.length > 0 ? facts : undefined,
    }
  })
  const picture = pictureOf(scene, sceneTable(graph, sceneWords(state.id)), {
    title,
    subtitle: shownSentence(state),
    language: locale(),
    palette,
    about,
    words: {
      search: text('explorer.search'),
      none: text('explorer.search.none'),
      fit: text('explorer.command.fit'),
      links: text('explorer.export.links'),
      note: text('explorer.step.note'),
      choose: text('explorer.export.choose'),
    },
  })
  return pageOf(picture, await import('virtual:viewer'))
}
