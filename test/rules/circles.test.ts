import { describe, expect, it } from 'vitest'
import { circlesOf, importGraph, resolveTarget } from './graph.ts'

describe('imports', () => {
  it('go in no circle, of values or of types, now or later', () => {
    const graph = importGraph()
    const edges = new Map(
      [...graph].map(([file, specifiers]) => [
        file,
        specifiers.flatMap((specifier) => resolveTarget(file, specifier).file ?? []),
      ]),
    )
    expect(edges.size).toBeGreaterThan(1000)
    expect(circlesOf(edges)).toEqual([])
  })

  it.each([
    ['nothing', {}, []],
    ['a line', { a: ['b'], b: ['c'] }, []],
    ['a fork that meets again', { a: ['b', 'c'], b: ['d'], c: ['d'] }, []],
    ['a pair', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['a pair behind a line', { x: ['a'], a: ['b'], b: ['a', 'y'] }, [['a', 'b']]],
    ['two circles that touch', { a: ['b'], b: ['a', 'c'], c: ['b'] }, [['a', 'b', 'c']]],
    [
      'two circles apart',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
  ] as const)('make of %s the circles that it has', (_, edges, expected) => {
    expect(circlesOf(new Map(Object.entries(edges)))).toEqual(expected)
  })
})
