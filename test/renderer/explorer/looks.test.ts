import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LabelRoom } from '../../../renderer/graph/paint/label-room.ts'
import { ICON_PATHS, ICONS } from '../../../renderer/graph/scene/icons.ts'
import { assignStyles, kindFacts } from '../../../renderer/graph/scene/kinds.ts'

describe('a kind', () => {
  it('that nobody listed has a sign and a hue of its own, and keeps it', () => {
    // Other models of the same process may have taken some.
    assignStyles([])
    const kinds = Array.from({ length: 90 }, (_, i) => `ops.type_${i}`)
    const looks = kinds.map((kind) => kindFacts(kind))
    expect(new Set(looks.map(({ icon, hue }) => `${icon} ${hue}`)).size).toBe(kinds.length)
    // The first sixteen are distinguishable without colour.
    expect(new Set(looks.slice(0, 16).map(({ icon }) => icon)).size).toBe(16)
    expect(kinds.map((kind) => kindFacts(kind))).toEqual(looks)
  })

  it('has a sign that can be drawn', () => {
    expect([...ICONS].sort()).toEqual(Object.keys(ICON_PATHS).sort())
  })
})

describe('the room for names', () => {
  it('never gives two names the same place', () => {
    const label = fc.tuple(
      fc.integer({ min: -500, max: 500 }),
      fc.integer({ min: -500, max: 500 }),
      fc.integer({ min: 1, max: 300 }),
    )
    fc.assert(
      fc.property(fc.array(label, { maxLength: 60 }), (labels) => {
        const room = new LabelRoom()
        const drawn = labels.filter(([x, y, width]) => room.claim(x, y, width, 14))
        for (const [i, a] of drawn.entries())
          for (const b of drawn.slice(i + 1))
            expect(Math.abs(a[0] - b[0]) * 2 >= a[2] + b[2] || Math.abs(a[1] - b[1]) >= 14).toBe(true)
        expect(drawn.length > 0 || labels.length === 0).toBe(true)
      }),
    )
  })
})
