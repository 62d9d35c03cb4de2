import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type GemService, openGem } from '../../../../electron/sandbox-server/gem/index.ts'
import { PLUGIN_EXAMPLES } from '../../../../shared/gem/plugin-examples.ts'
import { buildThread } from './plugin-thread.ts'

const EXAMPLES = fileURLToPath(new URL('../../../../electron/sandbox-server/gem/examples', import.meta.url))

let folder = ''
let thread: URL
const opened: GemService[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-plugins-'))
  thread = await buildThread(folder)
})
afterEach(() => Promise.all(opened.splice(0).map((service) => service.dispose())))
afterAll(() => rm(folder, { recursive: true }))

async function open(plugins: string, limitMs?: number): Promise<GemService> {
  const service = await openGem({ plugins, thread, ...(limitMs === undefined ? {} : { limitMs }) })
  opened.push(service)
  return service
}

/** A folder of plugin files, by name. */
async function plugins(name: string, files: Record<string, string>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, name, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return join(folder, name)
}

const entry = (id: string) => `{
  id: '${id}', family: 'My', title: 'Mine', summary: 'A test.', maxTurns: 3, ends: ['never'],
  action: { pattern: 'x', flags: '', words: 'An x.', examples: ['x'] },
}`
const good = (id: string) => `export const environments = () => [{
  entry: ${entry(id)},
  create: ({ seed }) => ({
    reset: (newSeed) => ({ observation: String(newSeed ?? seed), info: {} }),
    step: (action) => ({ observation: action, reward: 1, terminated: true, truncated: false, info: {} }),
  }),
}]`

describe('the worked example', () => {
  test('can be made, has the catalogue’s defaults, and is played to its end', async () => {
    const service = await open(EXAMPLES)
    const { environments, problems } = service.catalogue()
    expect(problems).toEqual([])
    expect(environments.at(-1)).toMatchObject({
      id: 'my:LightsOut-v0',
      source: 'plugin',
      kind: 'multi-turn',
      bestReturn: 1,
    })
    const { sandbox_id } = await service.make('my:LightsOut-v0')
    const opening = await service.reset(sandbox_id, 7)
    expect(await service.reset(sandbox_id, 7)).toEqual(opening)
    expect(opening.info.suffix).toMatch(/^The lamps:\n(?:[*.] [*.] [*.]\n){3}/)
    const solved = []
    for (const presses of subsets(9)) {
      await service.reset(sandbox_id, 7)
      let last = null
      for (const cell of presses) {
        last = await service.step(sandbox_id, `\\boxed{${Math.floor(cell / 3)} ${cell % 3}}`)
      }
      if (last?.reward === 1) solved.push(last)
    }
    // With nine lamps every board has exactly one solution without repeated presses.
    expect(solved).toHaveLength(1)
    expect(solved[0]).toMatchObject({ terminated: true, truncated: false })
  })

  test('a text without a lamp is a format error', async () => {
    const service = await open(EXAMPLES)
    const { sandbox_id } = await service.make('my:LightsOut-v0')
    expect(await service.step(sandbox_id, 'none')).toMatchObject({
      reward: -0.1,
      terminated: true,
      truncated: false,
    })
  })

  function* subsets(size: number): Generator<number[]> {
    for (let bits = 0; bits < 1 << size; bits++) {
      yield Array.from({ length: size }, (_, i) => i).filter((i) => bits & (1 << i))
    }
  }
})

test('the example in the help works as it stands', async () => {
  const service = await open(await plugins('help', { 'echo.mjs': PLUGIN_EXAMPLES.javascript }))
  expect(service.catalogue().problems).toEqual([])
  const { sandbox_id } = await service.make('my:Echo')
  expect(await service.reset(sandbox_id)).toMatchObject({ observation: 'Say anything.' })
  expect(await service.step(sandbox_id, 'hello')).toMatchObject({
    observation: 'You said hello.',
    reward: 1,
    terminated: true,
  })
})

test('the example in the README works as it stands', async () => {
  const readme = await readFile(join(dirname(EXAMPLES), 'README.md'), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(readme)![1]!
  const service = await open(await plugins('readme', { 'coin.mjs': code }))
  expect(service.catalogue().problems).toEqual([])
  const { sandbox_id } = await service.make('my:Coin-v0')
  const calls = []
  for (const side of ['heads', 'tails']) {
    await service.reset(sandbox_id, 5)
    calls.push(await service.step(sandbox_id, `\\boxed{${side}}`))
  }
  expect(new Set(calls.map(({ reward }) => reward))).toEqual(new Set([0, 1]))
})

describe('broken plugins are left out and named', () => {
  test.each([
    ['syntax', 'export const (', /./],
    ['no-function', 'export const other = 1', /no function named environments/],
    ['no-array', 'export const environments = () => ({})', /must answer an array/],
    ['no-create', `export const environments = () => [{ entry: ${entry('my:A')} }]`, /no function create/],
    ['throws', 'export const environments = () => { throw new Error("no luck") }', /no luck/],
    ['bad-id', good('Bad id'), /entry\.id: must look like family:Name/],
    ['taken', good('rg:gcd'), /rg:gcd is already taken/],
    [
      'twice',
      `${good('my:A').slice(0, -1)}, ...(${good('my:A').replace('export const environments = () => ', '')})]`,
      /my:A is already taken/,
    ],
    [
      'bad-pattern',
      good('my:A').replace("pattern: 'x'", "pattern: '('"),
      /entry\.action\.pattern: must be a regular expression/,
    ],
  ])('%s', async (name, text, reason) => {
    const directory = await plugins(name, { 'a-bad.mjs': text, 'b-good.mjs': good('my:Good') })
    const service = await open(directory)
    const { environments, problems } = service.catalogue()
    expect(problems).toMatchObject([
      { file: join(directory, 'a-bad.mjs'), reason: expect.stringMatching(reason) as unknown },
    ])
    expect(environments.filter(({ source }) => source === 'plugin').map(({ id }) => id)).toEqual(['my:Good'])
  })

  test('a folder that is not there is one problem', async () => {
    const service = await open(join(folder, 'nowhere'))
    expect(service.catalogue().problems).toMatchObject([
      { file: join(folder, 'nowhere'), reason: expect.stringMatching(/cannot be read/) as unknown },
    ])
  })

  test('other files are passed over', async () => {
    const directory = await plugins('others', {
      'README.md': '#',
      '_draft.mjs': 'broken(',
      '.hidden.mjs': 'broken(',
      'types.d.ts': 'broken(',
      'data.json': '{}',
    })
    expect((await open(directory)).catalogue().problems).toEqual([])
  })

  test.each([
    ['reset', "reset: () => 'hello',", /answer to reset is not valid/],
    [
      'step',
      'step: () => ({ observation: 1, reward: "much", terminated: true, truncated: false, info: {} }),',
      /answer to step is not valid: reward: it is no finite number/,
    ],
  ])('a wrong answer to %s is a failure with a sentence', async (verb, method, reason) => {
    const text = good('my:Wrong').replace('  }),\n}]', `    ${method}\n  }),\n}]`)
    const service = await open(await plugins(`wrong-${verb}`, { 'wrong.mjs': text }))
    const { sandbox_id } = await service.make('my:Wrong')
    const call = verb === 'reset' ? service.reset(sandbox_id) : service.step(sandbox_id, 'x')
    await expect(call).rejects.toThrow(reason)
  })
})

describe('what a file does stays in its thread', () => {
  const LIMIT_MS = 1_500

  test('an endless loop is ended, blocks nobody else, and reset starts afresh', async () => {
    const text = good('my:Loop')
      .replace('step: (action) => ({', "step: (action) => { while (action === 'loop'); return ({")
      .replace('info: {} }),\n  }),', 'info: {} }) },\n  }),')
    const service = await open(await plugins('loop', { 'loop.mjs': text }), LIMIT_MS)
    const { sandbox_id } = await service.make('my:Loop')
    const { sandbox_id: built } = await service.make('rg:gcd')
    expect(await service.reset(sandbox_id, 4)).toEqual({ observation: '4', info: {} })
    const stuck = service.step(sandbox_id, 'loop')
    const since = Date.now()
    await service.reset(built, 1)
    expect(Date.now() - since).toBeLessThan(LIMIT_MS / 2)
    await expect(stuck).rejects.toMatchObject({
      code: 'ENV_FAILED',
      message: expect.stringMatching(
        /step took more than 1\.5 s and was ended; reset begins anew/,
      ) as unknown,
    })
    await expect(service.step(sandbox_id, 'x')).rejects.toThrow(/took more than 1\.5 s/)
    expect(await service.reset(sandbox_id, 4)).toEqual({ observation: '4', info: {} })
    expect(await service.step(sandbox_id, 'x')).toMatchObject({ observation: 'x' })
  })

  test('a file that is never read to its end is left out', async () => {
    const directory = await plugins('endless', {
      'a-endless.mjs': 'for (;;);',
      'b-good.mjs': good('my:Good'),
    })
    const service = await open(directory, LIMIT_MS)
    expect(service.catalogue().problems).toMatchObject([
      { reason: 'reading the file took more than 1.5 s and was ended' },
    ])
    expect(service.catalogue().environments.at(-1)?.id).toBe('my:Good')
  })

  test('an unhandled rejection ends the thread and not the server', async () => {
    const text = good('my:Late').replace(
      'step: (action) => ({',
      // Later than the step's answer arrives, because an answer and an error in flight are not ordered.
      "step: (action) => (setTimeout(() => { throw new Error('too late') }, 500), {",
    )
    const service = await open(await plugins('late', { 'late.mjs': text }))
    const { sandbox_id } = await service.make('my:Late')
    await service.reset(sandbox_id, 1)
    expect(await service.step(sandbox_id, 'x')).toMatchObject({ observation: 'x' })
    await expect
      .poll(() => service.step(sandbox_id, 'y').catch((error: Error) => error.message))
      .toMatch(/too late/)
    expect(await service.reset(sandbox_id, 2)).toMatchObject({ observation: '2' })
  })

  test('a failure names the line of the file', async () => {
    const text = good('my:Bad').replace('step: (action) => ({', 'step: (action) => ({ no: action.no.more,')
    const service = await open(await plugins('bad', { 'bad.mjs': text }))
    const { sandbox_id } = await service.make('my:Bad')
    await service.reset(sandbox_id)
    await expect(service.step(sandbox_id, 'x')).rejects.toMatchObject({
      message: expect.stringMatching(/\/bad\.mjs, line 8: Cannot read properties of undefined/) as unknown,
      traceback: [expect.stringMatching(/bad\.mjs:8:\d+/)],
    })
  })

  test('what was saved a moment ago is there when it is asked for', async () => {
    const directory = await plugins('moment', { 'moment.mjs': good('my:Before') })
    const service = await open(directory)
    await writeFile(join(directory, 'moment.mjs'), good('my:After'))
    await service.settled()
    expect(service.catalogue().environments.map(({ id }) => id)).toEqual(expect.arrayContaining(['my:After']))
    expect(service.catalogue().environments.map(({ id }) => id)).not.toContain('my:Before')
  })

  test('an open environment is unchanged when its file is saved, even with errors, until its next reset', async () => {
    const directory = await plugins('saved', { 'saved.mjs': good('my:Saved') })
    const service = await open(directory)
    const { sandbox_id } = await service.make('my:Saved')
    await service.reset(sandbox_id, 1)
    await writeFile(join(directory, 'saved.mjs'), 'broken(')
    await expect.poll(() => service.catalogue().problems).toMatchObject([{ ids: ['my:Saved'] }])
    expect(await service.step(sandbox_id, 'still')).toMatchObject({ observation: 'still' })
    const { sandbox_id: again } = await service.make('my:Saved')
    expect(await service.reset(again, 3)).toMatchObject({ observation: '3' })
    await writeFile(join(directory, 'saved.mjs'), good('my:Saved').replace('reward: 1', 'reward: 0.5'))
    await expect.poll(() => service.catalogue().problems).toEqual([])
    expect(await service.step(sandbox_id, 'x')).toMatchObject({ reward: 1 })
    await service.reset(sandbox_id, 1)
    expect(await service.step(sandbox_id, 'x')).toMatchObject({ reward: 0.5 })
    const { sandbox_id: fresh } = await service.make('my:Saved')
    expect(await service.step(fresh, 'x')).toMatchObject({ reward: 0.5 })
  })
})
