import { text } from '../../app/i18n/text.ts'
import type { SurfaceState } from './surface.ts'
import type { SceneWords } from './scene-builder.ts'

/** A kind as people read it: `entity_set` is "entity set". */
export const kindName = (kind: string): string => kind.replaceAll('_', ' ')

/** The scene's words in the chosen language. */
export function sceneWords(surface: SurfaceState['id']): SceneWords {
  return {
    detail: (kind, fields) =>
      fields === undefined || fields === 0
        ? kindName(kind)
        : text('explorer.card.detail', { kind: kindName(kind), fields }),
    boxTitle: (group) => group || text('explorer.noDomain'),
    boxDetail: (nodes, edges) =>
      text(surface === 'model' ? 'explorer.box.elements' : 'explorer.box.entities', { nodes, edges }),
  }
}
