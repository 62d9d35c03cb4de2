import { expect, it } from 'vitest'
import { ICON_PATHS, ICONS } from '../../../renderer/graph/scene/icons.ts'
import { assignStyles, kindFacts } from '../../../renderer/graph/scene/kinds.ts'

it('no type of entities has a cross, which reads as failed; whoever wants one for it can choose it', () => {
  const icons = new Set(Array.from({ length: 100 }, (_, type) => kindFacts(`shop.type${type}`).icon))
  expect([...icons].every((icon) => ICON_PATHS[icon] !== ICON_PATHS.cross)).toBe(true)
  expect(ICONS).toContain('cross')
})

it('a type of entities has the icon of what its name says, else its first letter', () => {
  assignStyles([])
  const iconOf = (kind: string): string => kindFacts(kind).icon
  expect(iconOf('k8s.pod')).toBe('container')
  expect(iconOf('supplier.purchase_order')).toBe('sheet')
  expect(iconOf('devops.teams')).toBe('team')
  expect(iconOf('infra.DatabaseHost')).toBe('server')
  expect(iconOf('zoo.giraffe')).toBe('letter-g')
  expect(iconOf('zoo.gnu')).toBe('letter-n')
  // Of one icon each has its own hue.
  expect(iconOf('game.market_order')).toBe('sheet')
  expect(kindFacts('game.market_order').hue).not.toBe(kindFacts('supplier.purchase_order').hue)
})

it('storage engines are told apart', () => {
  const icons = ['prometheus', 'elasticsearch', 'clickhouse', 'mysql'].map((kind) => kindFacts(kind).icon)
  expect(new Set(icons).size).toBe(4)
})

it('more types than looks: each has what its name says, whatever is drawn first', () => {
  const names = Array.from({ length: 600 }, (_, type) => `shop.gnu_${type}`)
  assignStyles([...names, 'k8s.pod'].map((name) => ({ kind: 'entity_set', domain: 'shop', name })))
  const looks = (types: readonly string[]) => new Map(types.map((type) => [type, kindFacts(type)]))
  const forwards = looks(names)
  assignStyles(names.map((name) => ({ kind: 'entity_set', domain: 'shop', name })))
  const backwards = looks([...names].reverse())
  expect(names.map((name) => backwards.get(name))).toEqual(names.map((name) => forwards.get(name)))
  expect(kindFacts('shop.gnu_7').icon).toBe('letter-g')
  expect(kindFacts('k8s.pod').icon).toBe('container')
})
