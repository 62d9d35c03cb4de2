import { text } from '../../i18n/text.ts'
import type { SurfaceState } from './surface.ts'
import type { SceneWords } from './scene-builder.ts'

/** A kind as people read it: `entity_set` is "entity set". */
export const kindName = (kind: string): string => kind.replaceAll('_', ' ')

/** The scene's words in the chosen language. */
export function sceneWords(surface: SurfaceState['id']): SceneWords {
  const details = new Map<string, string>()
  return {
    // Formatting a message takes microseconds that add up over thousands of cards; few cards differ.
    detail: (kind, fields = 0) => {
      const id = `${kind} ${fields}`
      const known = details.get(id)
      if (known !== undefined) return known
      const made =
        fields === 0 ? kindName(kind) : text('explorer.card.detail', { kind: kindName(kind), fields })
      details.set(id, made)
      return made
    },
    boxTitle: (group) => group || text('explorer.noDomain'),
    boxDetail: (nodes, edges) =>
      text(surface === 'model' ? 'explorer.box.elements' : 'explorer.box.entities', { nodes, edges }),
  }
}
