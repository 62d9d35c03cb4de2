import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Lines of the seed (test/fixtures/model/seed.md), from and to, with the tests that prove them: file, and a piece of a title. */
const proofs: readonly (readonly [from: number, to: number, file: string, title: string])[] = [
  [1, 3, 'sdk-client.server.test.ts', 'uses everything'],
  [7, 7, 'protocol.test.ts', 'discovery names tools'],
  [8, 8, 'protocol.test.ts', 'discovery names tools'],
  [9, 9, 'service.test.ts', 'unknown and disabled tools are results'],
  [10, 10, 'sdk-client.server.test.ts', 'uses everything'],
  [11, 11, 'protocol.test.ts', 'answer text blocks in TOON'],
  [17, 17, 'protocol.test.ts', 'is TOON without runtime rows'],
  [19, 24, 'protocol.test.ts', 'are four, by URI'],
  [26, 26, 'protocol.test.ts', 'another workspace is isolated'],
  [28, 28, 'protocol.test.ts', 'is TOON without runtime rows'],
  [32, 40, 'protocol.test.ts', 'are seven, write tools marked'],
  [34, 34, 'spec-queries.test.ts', 'every example of query_spl_examples runs'],
  [35, 35, 'protocol.test.ts', 'explain what execute would do'],
  [37, 37, 'service.test.ts', 'is refused at %s'],
  [38, 38, 'service.test.ts', 'imports a folder whole'],
  [39, 39, 'service.test.ts', 'writes all or nothing'],
  [40, 40, 'service.test.ts', 'expires by key'],
  [42, 42, 'protocol.test.ts', 'answer text blocks in TOON'],
  [46, 51, 'protocol.test.ts', 'answer text blocks in TOON'],
  [55, 60, 'protocol.test.ts', 'answer envelopes with the id'],
  [64, 64, 'service.test.ts', 'shows by time range what was alive'],
  [70, 73, 'sdk-client.server.test.ts', 'uses everything'],
  [74, 75, 'sdk-client.server.test.ts', 'HTTP front'],
  [77, 77, 'sdk-client.server.test.ts', 'answers JSON, batches in order, and 413'],
  [81, 81, 'stdio.server.test.ts', 'answers everything read and ends with 0'],
  [85, 92, 'protocol.test.ts', 'answer envelopes with the id'],
  [96, 110, 'protocol.test.ts', 'are those of the seed'],
  [98, 98, 'stdio.server.test.ts', 'answers initialize as the seed shows it'],
  [112, 112, 'stdio.server.test.ts', 'answers initialize as the seed shows it'],
  [114, 114, 'protocol.test.ts', 'knows workspaces, resources and common starts'],
  [116, 116, 'sdk-client.server.test.ts', 'uses everything'],
  [120, 126, 'stdio.server.test.ts', 'ends with 2 and one line'],
  [122, 123, 'file-kill.slow.test.ts', 'loses no acknowledged write'],
  [124, 126, 'sdk-client.server.test.ts', 'HTTP front'],
  [128, 128, 'graphstore/bolt-options.test.ts', 'GRAPHDB_'],
  [132, 132, 'sdk-client.server.test.ts', 'demands its token'],
  [136, 136, 'stdio.server.test.ts', 'never answers notifications'],
  [140, 140, 'stdio.server.test.ts', 'answers %s with its error and goes on'],
  [144, 144, 'graphstore/bolt.server.test.ts', 'opencypher'],
  [145, 146, 'service.test.ts', 'unknown and disabled tools are results'],
  [147, 147, 'stdio.server.test.ts', 'refuses a line above its limit'],
  [151, 152, 'protocol.test.ts', 'negotiates version'],
]

const seed = readFileSync(new URL('../../fixtures/model/seed.md', import.meta.url), 'utf8').split('\n')

describe('the seed, line by line', () => {
  it('every line that says something has a test', () => {
    const open = seed.flatMap((line, index) => {
      const number = index + 1
      const says = line.trim() !== '' && !line.startsWith('#') && !/^\|[-|]+\|$/.test(line)
      return says && !proofs.some(([from, to]) => from <= number && number <= to)
        ? [`${number}: ${line}`]
        : []
    })
    expect(open).toEqual([])
  })

  it.each(proofs)('lines %i to %i: %s has "%s"', (from, to, file, title) => {
    expect(to).toBeGreaterThanOrEqual(from)
    expect(to).toBeLessThanOrEqual(seed.length)
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(title)
  })
})
