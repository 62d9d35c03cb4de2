import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { SavedCalls, PastCall } from '#shared/documents/console.ts'

vi.mock('../../../renderer/app/document.ts', () => ({ documentOf: () => ({}) }))
const { callsOf, withCall, withoutCalls, withoutPreset, withPreset } =
  await import('../../../renderer/console/saved-calls/saved-calls.ts')

const nothing: SavedCalls = { connections: {} }
const place = { connection: 'model:far', tool: 'echo' }
const call = (at: number, args: Record<string, unknown>): PastCall => ({
  args,
  at,
  milliseconds: 1,
  outcome: 'ok',
})

it('keeps the last calls of a tool, the same arguments once', () => {
  let kept = nothing
  for (let at = 0; at < 30; at++) kept = withCall(kept, place, call(at, { text: `${at % 25}` }))
  const { calls } = callsOf(kept, place)
  expect(calls).toHaveLength(20)
  expect(calls.slice(0, 3).map(({ args }) => args)).toEqual([{ text: '4' }, { text: '3' }, { text: '2' }])
  expect(new Set(calls.map(({ args }) => JSON.stringify(args))).size).toBe(20)
})

it('keeps no arguments that are as large as a file', () => {
  expect(withCall(nothing, place, call(1, { text: 'x'.repeat(70_000) }))).toEqual(nothing)
})

it('a name stands for what it was given last', () => {
  const first = withPreset(nothing, place, { name: 'a', args: { x: 1 } })
  const second = withPreset(withPreset(first, place, { name: 'b', args: {} }), place, {
    name: 'a',
    args: { x: 2 },
  })
  expect(callsOf(second, place).presets).toEqual([
    { name: 'a', args: { x: 2 } },
    { name: 'b', args: {} },
  ])
})

it('nothing is left of what was deleted, whatever its name', () => {
  const names = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString'))
  fc.assert(
    fc.property(names, names, (connection, tool) => {
      const at = { connection, tool }
      expect(callsOf(nothing, at)).toEqual({ presets: [], calls: [] })
      const kept = withCall(withPreset(nothing, at, { name: 'p', args: {} }), at, call(7, { a: 1 }))
      expect(callsOf(kept, at).calls).toHaveLength(1)
      expect(callsOf(withoutCalls(kept, at, 8), at).calls).toHaveLength(1)
      expect(withoutPreset(withoutCalls(kept, at, 7), at, 'p')).toEqual(nothing)
      expect(withoutCalls(withoutPreset(kept, at, 'p'), at)).toEqual(nothing)
    }),
  )
})
