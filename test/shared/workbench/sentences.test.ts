import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseJson } from '#shared/json/parse-json.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { sentencesEn, type Sentence } from '#shared/workbench/sentences/en.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { localize, say } from '#shared/workbench/sentences/sentence.ts'
import { catalogZh } from '../../../renderer/i18n/catalog-zh.ts'

const english: Readonly<Record<string, Sentence>> = sentencesEn
const chinese = catalogZh.sentences

const named = (text = ''): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort()

describe('every sentence of a failure', () => {
  it('is said in both languages, and in no other way', () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort())
  })

  it.each(Object.keys(english))('%s names the same things in both, and has a hint in both', (key) => {
    const [ours, theirs] = [english[key], chinese[key]]
    expect(named(theirs?.message)).toEqual(named(ours?.message))
    expect(named(theirs?.hint)).toEqual(named(ours?.hint))
    expect(theirs?.hint === undefined).toBe(ours?.hint === undefined)
    const words = theirs?.message.replaceAll(/\{\w+\}/g, '') ?? ''
    if (/\p{Letter}/u.test(words)) expect(words).toMatch(/\p{Script=Han}/u)
  })
})

/** Files that relay what a program or a platform said, in its own words. */
const RELAYS = new Set([
  'electron/workbench/sandboxes/file-calls.ts',
  'electron/workbench/environments/gem-client.ts',
])

// A sentence that is written where it is thrown could be said in one language only.
it('the core has no sentences but these', async () => {
  const speakers: string[] = []
  for (const folder of ['electron/workbench', 'shared/workbench'])
    for (const name of await readdir(folder, { recursive: true })) {
      const file = `${folder}/${name.replaceAll('\\', '/')}`
      if (!file.endsWith('.ts')) continue
      const source = await readFile(file, 'utf8')
      if (/new (WorkbenchError|StartFailure)\(\s*\{[^}]*message:/.test(source)) speakers.push(file)
    }
  expect(speakers.filter((file) => !RELAYS.has(file))).toEqual([])
})

describe('a failure in another language', () => {
  it('says the same with the same values', () => {
    const failure = workbenchError('CONSENT_NEEDED', {
      name: 'weather',
      commandLine: 'npx weather',
    }).toFailure()
    expect(failure).toMatchObject({
      code: 'CONSENT_NEEDED',
      message: 'Allow weather to run? npx weather',
    })
    expect(localize(failure, catalogZh)).toMatchObject({
      code: 'CONSENT_NEEDED',
      message: '允许运行 weather？npx weather',
      hint: '请查看该命令，信任后再允许。',
    })
  })

  it('leaves the words of others as they are', () => {
    const theirs = { code: 'QUERY_PLAN_ERROR', message: 'unknown stage foo', hint: 'use bar' }
    expect(localize(theirs, catalogZh)).toEqual(theirs)
    expect(localize({ ...theirs, said: { key: 'NO_SUCH_KEY', values: {} } }, catalogZh).message).toBe(
      theirs.message,
    )
  })

  it('keeps a hint that was put in the place of its own', () => {
    const failure = workbenchError('NOT_CONNECTED.failed', { name: 'x' }, { hint: 'Install it.' }).toFailure()
    expect(localize(failure, catalogZh)).toMatchObject({ message: 'x 出现故障。', hint: 'Install it.' })
  })

  it.each<[string, z.ZodType, unknown, string]>([
    [
      'a wrong type',
      z.object({ args: z.array(z.string()) }),
      { args: 'x' },
      'args：应为 array，实际为 string',
    ],
    ['a missing member', z.object({ url: z.string() }), {}, 'url：应为 string，实际为 undefined'],
    ['a wrong choice', z.object({ type: z.enum(['sse', 'http']) }), { type: 'ftp' }, 'type：'],
    ['a number too small', z.object({ port: z.number().min(1) }), { port: 0 }, 'port：'],
  ])('says in its own words what a schema finds: %s', (_, schema, value, expected) => {
    const failure = toFailure(schema.safeParse(value).error)
    const other = localize(failure, catalogZh)
    expect(failure.message).toMatch(/^\w+: [A-Z]/)
    expect(other.message).toContain(expected)
    expect(other.message).toMatch(/\p{Script=Han}/u)
    expect(other.message).not.toMatch(/Invalid|expected/)
  })

  it('says of a name that is too long how long it may be, in neither case as a schema does', () => {
    const failure = toFailure(
      z.object({ name: z.string().max(80) }).safeParse({ name: 'x'.repeat(81) }).error,
    )
    expect(failure).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Too long: name can have at most 80 characters.',
    })
    expect(localize(failure, catalogZh).message).toBe('name 过长：最多 80 个字符。')
  })

  it.each([
    ['{"a": 1', 'JSON.CloseBraceExpected'],
    ['{"a" 1}', 'JSON.ColonExpected'],
    ['[1 2]', 'JSON.CommaExpected'],
    ['{"a": }', 'JSON.ValueExpected'],
    ['{a: 1}', 'JSON.InvalidSymbol'],
    ['"abc', 'JSON.UnexpectedEndOfString'],
    ['', 'JSON.ValueExpected'],
  ])('has words for JSON that breaks: %s', (text, key) => {
    const parsed = parseJson(text)
    if (!('error' in parsed)) throw new Error('It was read.')
    expect(parsed.error.said?.key).toBe(key)
    expect(localize(parsed.error, catalogZh).message).toBe(chinese[key]?.message)
  })

  it('says a reason that is a sentence of ours in the same language', () => {
    const { message, said } = say('JSON.CommaExpected')
    const failure = workbenchError('CONNECTIONS_FILE_BROKEN', {
      path: 'a',
      line: 1,
      column: 2,
      reason: message,
      because: said,
    })
    expect(localize(failure.toFailure(), catalogZh).message).toBe(
      'a 不是有效的 JSON：第 1 行第 2 列，缺少逗号。',
    )
  })
})
