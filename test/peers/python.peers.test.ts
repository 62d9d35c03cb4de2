import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leafOf } from '#shared/environments/episode.ts'
import { type Exported, type Format, FORMAT_FACTS } from '#shared/environments/trajectories/formats.ts'
import { readRecording } from '#shared/environments/trajectories/read.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { solvingPlayer } from '#shared/gem/players/index.ts'
import { randomPlayer } from '#shared/gem/players/random-player.ts'
import { wordsOfLength } from '#shared/gem/words/vocabulary.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'
import { type GemService, openGem } from '../../electron/sandbox-server/gem/index.ts'
import { pluginIsolates } from '../../electron/sandbox-server/lifecycle/plugin-isolates.ts'
import { chooseRuntime } from '../../electron/sandbox-server/runtime/choose.ts'
import type { Runtime } from '../../electron/sandbox-server/runtime/runtime.ts'
import { partsOf } from '../../electron/workbench/environments/recording-calls.ts'
import { startServer } from '../electron/sandbox-server/support/server.ts'
import { sharedFolder } from '../temporary-folder.ts'

/** Programs of others, from the package index, in a virtual environment that stays for the next run. */
const VENV = join(tmpdir(), 'orrery-peers-python')
const PYTHON = join(VENV, 'bin', 'python')
const INSTALL_MS = 300_000

/** Harbor wants a later Python than 3.11, which not every machine has. */
const HARBOR = join(tmpdir(), 'orrery-peers-harbor')
const NEWER = ['python3.12', 'python3.13', 'python3.14']

/** Why Harbor is not here; undefined where it is. */
function missingHarbor(): string | undefined {
  const python = join(HARBOR, 'bin', 'python')
  try {
    const found = NEWER.find((name) => spawnSync(name, ['-c', '']).status === 0)
    if (!existsSync(python)) {
      if (found === undefined) return 'harbor wants Python 3.12 or later, and there is none here'
      execFileSync(found, ['-m', 'venv', HARBOR])
    }
    try {
      execFileSync(python, ['-c', 'import harbor.models.trajectories'], { stdio: 'ignore' })
    } catch {
      const pip = ['-m', 'pip', 'install', '-q', 'harbor']
      execFileSync(python, pip, { timeout: INSTALL_MS, stdio: 'pipe' })
    }
    return undefined
  } catch (error) {
    return `harbor cannot be had: ${(error as Error).message.split('\n')[0]}`
  }
}

/** Why a package is not here; undefined where it is. */
function missing(name: string, module: string): string | undefined {
  try {
    if (!existsSync(PYTHON)) execFileSync('python3', ['-m', 'venv', VENV])
    try {
      execFileSync(PYTHON, ['-c', `import ${module}`], { stdio: 'ignore' })
    } catch {
      execFileSync(PYTHON, ['-m', 'pip', 'install', '-q', name], { timeout: INSTALL_MS, stdio: 'pipe' })
    }
    return undefined
  } catch (error) {
    return `${name} cannot be had: ${(error as Error).message.split('\n')[0]}`
  }
}

const folder = sharedFolder()

const python = (script: string, ...args: string[]): string =>
  execFileSync(PYTHON, ['-c', script, ...args], { encoding: 'utf8' }).trim()

/** A file of the worked run, in a form. */
async function written(format: Format): Promise<string> {
  const recording = readFileSync(new URL('../fixtures/gem/hanoi-illegal-move.jsonl', import.meta.url), 'utf8')
  const episodes = readRecording(recording, 'run.jsonl').map(({ episode }) => ({ ...episode, id: 'run-1' }))
  async function* all(): AsyncGenerator<Exported> {
    for (const episode of episodes) yield { episode, leaf: leafOf(episode) }
  }
  const parts: Buffer[] = []
  for await (const part of partsOf(all, format, 'Orrery 1')) parts.push(part)
  const path = join(folder, `run.${format}.${FORMAT_FACTS[format].extension}`)
  await writeFile(path, Buffer.concat(parts))
  return path
}

describe('readers of others open what is written', () => {
  test.for<[string, string, string, Format, string, string]>([
    [
      'Inspect',
      'inspect-ai',
      'inspect_ai',
      'inspect',
      'import sys; from inspect_ai.log import read_eval_log as r; s = r(sys.argv[1]).samples; print(len(s), len(s[0].messages), s[0].metadata["seed"])',
      '1 22 7',
    ],
    [
      'the ATIF model of NeMo',
      'nvidia-nat-atif',
      'nat.atif.trajectory',
      'atif',
      'import sys; from nat.atif.trajectory import Trajectory as T; t = T.model_validate_json(open(sys.argv[1]).readline()); print(t.schema_version, len(t.steps))',
      'ATIF-v1.7 11',
    ],
    [
      'Arrow',
      'pyarrow',
      'pyarrow.parquet',
      'parquet',
      'import sys, pyarrow.parquet as p; t = p.read_table(sys.argv[1]); print(t.num_rows, t["seed"][0], t["action"][0], t["terminated"][10].as_py().__class__.__name__)',
      '11 7 None bool',
    ],
  ])('%s', async ([, name, module, format, script, said], context) => {
    const why = missing(name, module)
    context.skip(why !== undefined, why)
    const path = await written(format)
    expect(python(script, path)).toBe(said)
  })
})

describe('Harbor', () => {
  const harbor = (script: string, ...args: string[]): string =>
    execFileSync(join(HARBOR, 'bin', 'python'), ['-c', script, ...args], { encoding: 'utf8' }).trim()

  test('its own validator and model read what is written, and what it writes is read again', async (context) => {
    const why = missingHarbor()
    context.skip(why !== undefined, why)
    const path = await written('atif')
    const one = join(folder, 'trajectory.json')
    const said = harbor(
      [
        'import sys',
        'from pathlib import Path',
        'from harbor.models.trajectories import Trajectory',
        'from harbor.utils.trajectory_validator import TrajectoryValidator',
        'line = open(sys.argv[1]).readline()',
        'out = Path(sys.argv[2]); out.write_text(Trajectory.model_validate_json(line).model_dump_json(exclude_none=True))',
        'validator = TrajectoryValidator()',
        'print(validator.validate(out), validator.errors)',
      ].join('\n'),
      path,
      one,
    )
    expect(said).toBe('True []')
    const [ours] = readRecording(readFileSync(path, 'utf8'), 'ours.jsonl')
    const [theirs] = readRecording(readFileSync(one, 'utf8'), 'trajectory.json')
    const steps = (read: typeof ours) =>
      read?.episode.events.map(({ action, observation, reward }) => ({ action, observation, reward }))
    expect(theirs?.episode).toMatchObject({ envId: ours?.episode.envId, seed: ours?.episode.seed })
    expect(steps(theirs)).toEqual(steps(ours))
  })
})

describe('schemathesis', () => {
  test('finds no answer of the REST surfaces that their documents do not allow', async (context) => {
    const why = missing('schemathesis', 'schemathesis')
    context.skip(why !== undefined, why)
    const server = await startServer(['--runtime', 'process'])
    try {
      const checks = ['status_code', 'content_type', 'response_headers', 'response_schema']
      const { stdout, failed } = await new Promise<{ stdout: string; failed: boolean }>((resolve) =>
        execFile(
          join(VENV, 'bin', 'st'),
          [
            'run',
            `${server.url}/openapi.json`,
            `--checks=${checks.map((check) => `${check}_conformance`).join(',')}`,
            '--phases=coverage,fuzzing',
            '--max-examples=5',
            '--request-timeout=60',
            '--suppress-health-check=all',
            '--seed=1',
            '-H',
            `Authorization:Bearer ${server.token}`,
            '--no-color',
          ],
          { cwd: folder, timeout: 590_000, maxBuffer: 64 * 1024 ** 2 },
          (error, stdout) => resolve({ stdout, failed: error !== null }),
        ),
      )
      expect(stdout).toMatch(/Tested: [1-9]/)
      expect(failed, stdout.slice(-6_000)).toBe(false)
    } finally {
      await server.close()
    }
  })
})

describe('environments of others run as plug-ins', () => {
  let runtime: Runtime
  let service: GemService
  /**
   * Families that start from a seed as the released package does. Its FifteenPuzzle only shuffles, so that half of its boards cannot be
   * solved; ours follows the later source.
   */
  const EQUAL = [
    'GuessTheNumber-v0-easy',
    'GuessTheNumber-v0-hard',
    'Mastermind-v0-easy',
    'Minesweeper-v0-easy',
    'Game2048-v0-easy',
  ]
  /** Their words come from a corpus of another package; with ours in its place the same seed hides the same word. */
  const OF_WORDS = ['Wordle-v0-easy', 'Wordle-v0-hard', 'Hangman-v0-easy', 'Hangman-v0-hard']
  const SEEDS = [0, 1, 42]

  let gymnasium: string | undefined
  let gem: string | undefined

  beforeAll(async () => {
    gymnasium = missing('gymnasium', 'gymnasium')
    gem = missing('gem-llm', 'gem')
    ;({ runtime } = await chooseRuntime({
      wanted: 'process',
      dataFolder: folder,
      images: join(folder, 'images'),
    }))
    const named = (ids: readonly string[]) =>
      `ENVIRONMENTS = {${ids.map((id) => `'up:${id}': 'gem:game:${id}'`).join(', ')}}\n`
    const words = [3, 4, 5, 6, 7].flatMap(wordsOfLength).join(' ')
    const plugins = join(folder, 'plugins')
    execFileSync('mkdir', ['-p', plugins])
    await writeFile(join(plugins, 'gem_ids.py'), named(EQUAL))
    await writeFile(
      join(plugins, 'gem_words.py'),
      [
        'import nltk',
        'from nltk.corpus import words',
        'nltk.download = lambda *_: True',
        `words.words = lambda *_: '${words}'.split()`,
        named(OF_WORDS),
      ].join('\n'),
    )
    await writeFile(join(plugins, 'pole.py'), "ENVIRONMENTS = {'up:Pole': 'gymnasium:CartPole-v1'}\n")
    const isolates = await pluginIsolates(runtime, join(folder, 'boxes'))
    service = await openGem({ plugins, isolates, python: PYTHON })
    await service.settled()
  })
  afterAll(async () => {
    await service.dispose()
    await runtime.dispose()
  })

  test('Gymnasium: CartPole', async (context) => {
    context.skip(gymnasium !== undefined, gymnasium)
    const { sandbox_id } = await service.make('up:Pole')
    expect((await service.reset(sandbox_id, 0)).observation).toHaveLength(4)
    expect(await service.step(sandbox_id, '1')).toMatchObject({ reward: 1, terminated: false })
    await expect(service.step(sandbox_id, '7')).rejects.toThrow(/is not in Discrete/)
  })

  /** Everything but the words around the board, which are our own: its lines have no letters. */
  const told = ({ reward, terminated, truncated, info }: StepResult) => {
    const lines = (typeof info['suffix'] === 'string' ? info['suffix'] : '').split('\n')
    const board = lines
      .filter((line) => !/[a-z]/i.test(line))
      .map((line) => line.trim().split(/\s+/).join(' '))
    return { reward, terminated, truncated, board: board.filter(Boolean) }
  }

  test.for(EQUAL)('GEM’s own package plays %s as we do', async (id, context) => {
    context.skip(gem !== undefined, gem)
    const entry = builtInEntry(`game:${id}`)!
    const [{ sandbox_id: ours }, { sandbox_id: theirs }] = [
      await service.make(`game:${id}`),
      await service.make(`up:${id}`),
    ]
    for (const seed of SEEDS) {
      const opening: ResetResult = await service.reset(ours, seed)
      const upstream = await service.reset(theirs, seed)
      expect(Object.keys(upstream.info)).toEqual(Object.keys(opening.info))
      const player = randomPlayer(entry, seed)
      const turns: { action: string; result: StepResult }[] = []
      for (let step = 0; step < 30; step++) {
        const action = player.propose({ opening, turns }) ?? ''
        const result = await service.step(ours, action)
        expect(told(await service.step(theirs, action)), `seed ${seed}, step ${step}: ${action}`).toEqual(
          told(result),
        )
        turns.push({ action, result })
        if (result.terminated || result.truncated) break
      }
    }
  })

  const players = [
    ['a random player', randomPlayer],
    ['a solver', (entry: CatalogueEntry) => solvingPlayer(entry)!],
  ] as const
  test.for(OF_WORDS.flatMap((id) => players.map(([name, player]) => [id, name, player] as const)))(
    'GEM’s own package hides the word in %s that we hide, and pays %s the same',
    async ([id, , playerOf], context) => {
      context.skip(gem !== undefined, gem)
      const entry = builtInEntry(`game:${id}`)!
      const [{ sandbox_id: ours }, { sandbox_id: theirs }] = [
        await service.make(`game:${id}`),
        await service.make(`up:${id}`),
      ]
      for (const seed of SEEDS) {
        const opening: ResetResult = await service.reset(ours, seed)
        await service.reset(theirs, seed)
        const player = playerOf(entry, seed)
        const turns: { action: string; result: StepResult }[] = []
        for (let over = false; !over;) {
          const action = player.propose({ opening, turns }) ?? ''
          const [result, upstream] = [await service.step(ours, action), await service.step(theirs, action)]
          const { reward, terminated, truncated } = upstream
          const where = `seed ${seed}, step ${turns.length}: ${action}`
          expect({ terminated, truncated }, where).toEqual({
            terminated: result.terminated,
            truncated: result.truncated,
          })
          expect(reward, where).toBeCloseTo(result.reward, 12)
          turns.push({ action, result })
          over = result.terminated || result.truncated
        }
      }
    },
  )
})
