import { describe, expect, it } from 'vitest'
import { circlesOf, importGraph, resolveTarget } from './graph.ts'

/** Circles that are still there, by folder, with the most files that one of them may have. Nothing may be added. */
const REMAINING: readonly (readonly [folder: string, files: number])[] = [
  ['electron/workbench/sandboxes/client/', 7],
  ['renderer/', 69],
]

const isKnown = (circle: readonly string[]): boolean =>
  REMAINING.some(
    ([folder, files]) => circle.length <= files && circle.every((file) => file.startsWith(folder)),
  )

describe('imports', () => {
  it('go in no circle, of values or of types, now or later', () => {
    const graph = importGraph()
    const edges = new Map(
      [...graph].map(([file, specifiers]) => [
        file,
        specifiers.flatMap((specifier) => resolveTarget(file, specifier).file ?? []),
      ]),
    )
    const circles = circlesOf(edges).filter((circle) => !isKnown(circle))
    expect(edges.size).toBeGreaterThan(1000)
    expect(circles).toEqual([])
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
