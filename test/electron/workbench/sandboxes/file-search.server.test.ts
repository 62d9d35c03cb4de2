import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileMatch, FileSearch } from '#shared/workbench/areas/file-search.ts'
import { matchesIn, searchFiles } from '../../../../electron/workbench/sandboxes/file-search.ts'
import { startServer, type TestServer } from '../../sandbox-server/support/server.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startServer()
  id = await server.platform.start({ image: 'local', cpus: 1, memory: '512m' })
  const script = [
    'mkdir -p /tmp/p/src /tmp/p/.git /tmp/p/node_modules/x "/tmp/p/a:3:b" && cd /tmp/p',
    'printf "one\\nTwo words\\nthree\\n" > src/a.py; printf "the word Two: a.b\\n" > "a:3:b/c d.txt"',
    'printf "x Two\\0y" > raw.bin; echo Two > .git/HEAD; echo Two > node_modules/x/i.js; : > empty',
    '{ head -c 3000000 /dev/zero | tr "\\0" a; echo Two; } > large.log',
    'i=0; while [ $i -lt 900 ]; do echo "line $i" > "src/n$i"; i=$((i+1)); done; echo "Élan" > src/é.txt',
    '{ head -c 5000 /dev/zero | tr "\\0" b; echo " needle"; } > wide.txt; seq 1 500 > src/many.txt',
  ].join('; ')
  await server.platform.execute(id, ['sh', '-c', script])
})
afterAll(() => server.close())

const usual: FileSearch = {
  path: '/tmp/p',
  what: 'contents',
  text: 'Two',
  caseSensitive: false,
  wholeWord: false,
  regex: false,
}

async function search(query: Partial<FileSearch>, signal = new AbortController().signal) {
  const matches: FileMatch[] = []
  const looked: number[] = []
  const report = (news: { matches: readonly FileMatch[]; looked: number }): void => {
    matches.push(...news.matches)
    looked.push(news.looked)
  }
  const end = await searchFiles({
    client: server.platform,
    id,
    query: { ...usual, ...query },
    signal,
    report,
  })
  return {
    end,
    looked,
    matches,
    places: matches.map(({ path, line, column }) => `${path}:${line}:${column}`),
  }
}

describe('a search', () => {
  it('finds lines below a folder, and says what it did not look into', async () => {
    const { end, matches, looked } = await search({})
    expect(matches.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: '/tmp/p/a:3:b/c d.txt', line: 1, column: 10, text: 'the word Two: a.b' },
      { path: '/tmp/p/src/a.py', line: 2, column: 1, text: 'Two words' },
    ])
    expect(end).toEqual({ files: 906, large: 1, binary: 1, isCut: false })
    // Reported in batches.
    expect(looked).toEqual([400, 800, 906])
  })

  it.each([
    [{ text: 'two', caseSensitive: true }, []],
    [{ text: 'wor', wholeWord: true }, []],
    [{ text: 'word', wholeWord: true }, ['/tmp/p/a:3:b/c d.txt:1:5']],
    [{ text: 'a.b' }, ['/tmp/p/a:3:b/c d.txt:1:15']],
    [{ text: String.raw`^T\w+\s`, regex: true, caseSensitive: true }, ['/tmp/p/src/a.py:2:1']],
    [{ text: 'élan' }, ['/tmp/p/src/é.txt:1:1']],
    [{ text: '-e' }, []],
    [{ text: 'needle' }, ['/tmp/p/wide.txt:1:5002']],
    [{ text: 'n1.?$', what: 'names', regex: true }, expect.arrayContaining(['/tmp/p/src/n19:0:0'])],
    [{ text: 'A.PY', what: 'names' }, ['/tmp/p/src/a.py:0:0']],
    [{ text: 'src', what: 'names', caseSensitive: true, wholeWord: true }, ['/tmp/p/src:0:0']],
  ] as const)('%j', async (query, places) => {
    expect((await search(query)).places).toEqual(places)
  })

  it('is bounded, and says so', async () => {
    const { end, matches } = await search({ text: '^', regex: true })
    expect(matches).toHaveLength(1000)
    expect(end.isCut).toBe(true)
    expect(matches.filter(({ path }) => path.endsWith('many.txt')).length).toBeLessThanOrEqual(100)
  })

  it('explains why an expression or a folder is invalid', async () => {
    await expect(search({ text: '(', regex: true })).rejects.toMatchObject({ code: 'SEARCH_PATTERN' })
    await expect(search({ text: '(', regex: true, what: 'names' })).rejects.toMatchObject({
      code: 'SEARCH_PATTERN',
    })
    await expect(search({ path: '/nope' })).rejects.toThrow('/nope')
  })

  it('can be ended, and leaves nothing running', async () => {
    await server.platform.execute(id, ['sh', '-c', 'cd /tmp/p; mkfifo pipe; ln -s / loop'])
    const ended = new AbortController()
    ended.abort()
    await expect(search({}, ended.signal)).rejects.toThrow('cancelled')
    // Neither a pipe nor a link to a parent folder blocks it.
    expect((await search({})).matches).toHaveLength(2)
  })
})

it('reads every answer of grep back, whatever names and lines hold', () => {
  const name = fc.stringMatching(/^\.\/[a:1 /]{1,8}$/)
  const line = fc.stringMatching(/^[a:1 ]{0,12}$/)
  fc.assert(
    fc.property(name, fc.nat(99), line, (path, at, text) => {
      const [match] = matchesIn(`${path}:${at}:${text}\n`, [path], undefined)
      expect(match).toMatchObject({ path, line: at, text: text.trim() })
    }),
  )
})
