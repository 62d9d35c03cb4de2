import { expect, it } from 'vitest'
import { ICON_PATHS, ICONS } from '../../../renderer/graph/scene/icons.ts'
import { kindFacts } from '../../../renderer/graph/scene/kinds.ts'

it('no type of entities has a cross, which reads as failed; whoever wants one for it can choose it', () => {
  const icons = new Set(Array.from({ length: 100 }, (_, type) => kindFacts(`shop.type${type}`).icon))
  expect([...icons].every((icon) => ICON_PATHS[icon] !== ICON_PATHS.cross)).toBe(true)
  expect(ICONS).toContain('cross')
})
