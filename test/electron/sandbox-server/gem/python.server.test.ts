import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type GemService, openGem } from '../../../../electron/sandbox-server/gem/index.ts'
import type { PluginIsolates } from '../../../../electron/sandbox-server/gem/plugin-isolates.ts'
import { pluginIsolates } from '../../../../electron/sandbox-server/lifecycle/plugin-isolates.ts'
import { chooseRuntime } from '../../../../electron/sandbox-server/runtime/choose.ts'
import { solvingPlayer } from '../../../../shared/gem/players/index.ts'
import { PLUGIN_EXAMPLES } from '../../../../shared/gem/plugin-examples.ts'
import { PYTHON_TEMPLATE } from '../../../../shared/gem/python-template.ts'
import type { Runtime } from '../../../../electron/sandbox-server/runtime/runtime.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }

const hasPython = (): boolean => {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}

/** The strongest available backend that starts the local image, and plain processes, which always work. */
describe.skipIf(!hasPython() && 'python3 is not installed').each(['auto', 'process'] as const)(
  'environments in Python, runtime %s',
  (wanted) => {
    let folder: string
    let runtime: Runtime
    let isolates: PluginIsolates
    const services: GemService[] = []

    beforeAll(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'orrery-python-')))
      ;({ runtime } = await chooseRuntime({ wanted, dataFolder: folder, images: join(folder, 'images') }))
      isolates = await pluginIsolates(runtime, join(folder, 'gem'))
    })
    afterAll(async () => {
      for (const service of services) await service.dispose()
      await runtime.dispose()
      await rm(folder, { recursive: true, force: true })
    })

    async function open(
      name: string,
      files: Record<string, string>,
      limitMs = 30_000,
    ): Promise<[GemService, string]> {
      const plugins = join(folder, name)
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(plugins, file)), { recursive: true })
        await writeFile(join(plugins, file), text)
      }
      const service = await openGem({ plugins, isolates, limitMs })
      services.push(service)
      await service.settled()
      return [service, plugins]
    }

    test('the template is described, and equal seeds play equally', async () => {
      const [service] = await open('template', { 'guess.py': PYTHON_TEMPLATE })
      services.push(service)
      await service.settled()
      const { environments, problems } = service.catalogue()
      expect(problems).toEqual([])
      expect(environments.find(({ id }) => id === 'my:Guess-v0')).toMatchObject({
        title: 'Guess',
        maxTurns: 4,
        bestReturn: 1,
        winnable: 'sometimes',
        source: 'plugin',
        summary: 'Guess a number from 1 to 10 within four turns.',
      })
      const { sandbox_id } = await service.make('my:Guess-v0')
      const play = async (): Promise<unknown[]> => {
        const told: unknown[] = [await service.reset(sandbox_id, 7)]
        for (const guess of [5, 8, 3]) told.push(await service.step(sandbox_id, `\\boxed{${guess}}`))
        return told
      }
      expect(await play()).toEqual(await play())
      expect(await service.step(sandbox_id, 'none')).toMatchObject({ reward: -0.1, terminated: true })
      await service.close(sandbox_id)
    })

    test('the example in the help works as it stands', async () => {
      const [service] = await open('help', { 'echo.py': PLUGIN_EXAMPLES.python })
      const { sandbox_id } = await service.make('my:Echo')
      expect(await service.reset(sandbox_id)).toMatchObject({ observation: 'Say anything.' })
      expect(await service.step(sandbox_id, 'hello')).toMatchObject({
        observation: 'You said hello.',
        reward: 1,
      })
    })

    test('forms of answers, values that JSON does not know, and files beside it', async () => {
      const [service] = await open('forms', {
        '_helper.py': 'WORD = "from beside"\n',
        'forms.py': [
          'from _helper import WORD',
          'class Short:',
          '    def reset(self): print("to nobody"); return WORD',
          '    def step(self, action): return {1, 2}, float("nan") if action == "nan" else 1, action == "end"',
          'class Dict:',
          '    def reset(self, seed): return {"observation": seed, "info": {"a": (1, 2)}}',
          '    def step(self, action): return {"observation": float("inf"), "reward": 0.5, "terminated": False, "truncated": True}',
        ].join('\n'),
      })
      const { sandbox_id: short } = await service.make('my:Short')
      expect(await service.reset(short)).toEqual({ observation: 'from beside', info: {} })
      expect(await service.step(short, 'end')).toEqual({
        observation: [1, 2],
        reward: 1,
        terminated: true,
        truncated: false,
        info: {},
      })
      await expect(service.step(short, 'nan')).rejects.toThrow(/the reward nan, which is no finite number/)
      const { sandbox_id: dict } = await service.make('my:Dict')
      expect(await service.reset(dict, 3)).toEqual({ observation: 3, info: { a: [1, 2] } })
      expect(await service.step(dict, 'x')).toMatchObject({
        observation: 'inf',
        reward: 0.5,
        truncated: true,
      })
    })

    test('an error is reported with file, line and traceback, and the environment continues', async () => {
      const [service, plugins] = await open('mistake', {
        'mistake.py': [
          'class Mistake:',
          '    def reset(self, seed=None): return "go"',
          '    def step(self, action):',
          '        return self.deeper(action)',
          '    def deeper(self, action):',
          '        return int(action), 0, False',
        ].join('\n'),
      })
      const { sandbox_id } = await service.make('my:Mistake')
      await service.reset(sandbox_id)
      await expect(service.step(sandbox_id, 'x')).rejects.toMatchObject({
        code: 'ENV_FAILED',
        message: expect.stringContaining(
          `${join(plugins, 'mistake.py')}, line 6: ValueError: invalid literal`,
        ) as unknown,
        traceback: expect.arrayContaining([
          expect.stringContaining(
            `${join(plugins, 'mistake.py')}, line 4, in step: return self.deeper(action)`,
          ),
        ]) as unknown,
      })
      expect(await service.step(sandbox_id, '4')).toMatchObject({ observation: 4 })
    })

    test('an endless call is ended, reports where it hung, and reset starts afresh', async () => {
      const [service] = await open(
        'hang',
        {
          'hang.py': [
            'class Hang:',
            '    def reset(self, seed=None): return "go"',
            '    def step(self, action):',
            '        while action == "hang": pass',
            '        return "ok", 0, False',
          ].join('\n'),
        },
        3_000,
      )
      const { sandbox_id } = await service.make('my:Hang')
      await service.reset(sandbox_id)
      await expect(service.step(sandbox_id, 'hang')).rejects.toMatchObject({
        message: expect.stringMatching(/step took more than 3 s and was ended; reset begins anew/) as unknown,
        traceback: expect.arrayContaining([expect.stringMatching(/hang\.py", line 4 in step/)]) as unknown,
      })
      await expect(service.step(sandbox_id, 'x')).rejects.toThrow(/took more than 3 s/)
      expect(await service.reset(sandbox_id)).toEqual({ observation: 'go', info: {} })
      expect(await service.step(sandbox_id, 'x')).toMatchObject({ observation: 'ok' })
    })

    test.each([
      ['syntax', 'class A:\n    def reset(self:\n', /'\(' was never closed|invalid syntax/, 2],
      [
        'import',
        'import os\nimport nowhere_at_all\n',
        /ModuleNotFoundError: No module named 'nowhere_at_all'/,
        2,
      ],
      ['empty', 'x = 1\n', /no class with reset and step/, undefined],
      ['exit', 'raise SystemExit(3)\n', /SystemExit: 3/, 1],
    ])('a broken file is named with its line: %s', async (name, text, reason, line) => {
      const [service, plugins] = await open(`broken-${name}`, { 'broken.py': text })
      const [problem] = service.catalogue().problems
      expect(problem).toMatchObject({
        file: join(plugins, 'broken.py'),
        reason: expect.stringMatching(reason) as unknown,
      })
      expect(problem?.line).toBe(line)
      // The position is reported separately, once.
      expect(problem?.reason).not.toContain('broken.py')
    })

    test('a saved file is reloaded; if it has errors the previous one stays', async () => {
      const version = (text: string): string =>
        `class Live:\n    title = ${JSON.stringify(text)}\n    def reset(self, seed=None): return ${JSON.stringify(text)}\n    def step(self, action): return "", 0, True\n`
      const [service, plugins] = await open('live', { 'live.py': version('one') })
      const unsaid = { maxTurns: null, bestReturn: null, winnable: 'unknown', drawn: false }
      expect(service.catalogue().environments.find(({ id }) => id === 'my:Live')).toMatchObject(unsaid)
      const { sandbox_id: old } = await service.make('my:Live')
      await service.reset(old)
      await writeFile(join(plugins, 'live.py'), version('two'))
      const titleOf = () => service.catalogue().environments.find(({ id }) => id === 'my:Live')?.title
      await vi.waitFor(() => expect(titleOf()).toBe('two'), PATIENCE)
      expect(await service.reset(old)).toMatchObject({ observation: 'two' })
      await writeFile(join(plugins, 'live.py'), 'class Live(')
      await vi.waitFor(
        () => expect(service.catalogue().problems).toMatchObject([{ ids: ['my:Live'], line: 1 }]),
        PATIENCE,
      )
      expect(titleOf()).toBe('two')
    })

    test('programs are run on tests, and a tool runs Python before the answer', async () => {
      const [service] = await open('none', {})
      const solver = solvingPlayer({ family: 'code' })!
      for (const id of ['code:numbers', 'code:texts']) {
        const { sandbox_id } = await service.make(id)
        for (let seed = 0; seed < 12; seed++) {
          const opening = await service.reset(sandbox_id, seed)
          const action = solver.propose({ opening, turns: [] })!
          expect(await service.step(sandbox_id, action), `${id} ${seed}\n${action}`).toMatchObject({
            reward: 1,
          })
        }
        for (const [reply, reward] of [
          ['no code', -0.1],
          ['```python\nprint("no")\n```', 0],
          ['```\nsyntax(\n```', 0],
        ] as const)
          expect(await service.step(sandbox_id, reply)).toMatchObject({
            reward,
            terminated: true,
            truncated: true,
          })
        await service.close(sandbox_id)
      }
      const { sandbox_id } = await service.make('math:mixed-python')
      await service.reset(sandbox_id, 1)
      expect(await service.step(sandbox_id, 'so <python>print(6 * 7)</python>')).toMatchObject({
        observation: '\n<output>\n42\n</output>\n',
        reward: 0.3,
        terminated: false,
        info: { tool_type: 'python_code', parsed_action: 'print(6 * 7)', tool_success_counter: 1 },
      })
      const failed = await service.step(sandbox_id, '```python\n1 / 0\n```')
      expect(failed).toMatchObject({ reward: 0.05, info: { tool_use_counter: 2, tool_success_counter: 1 } })
      expect(failed.observation).toMatch(/```output\nError:[\s\S]*ZeroDivisionError/)
      const late = await service.step(sandbox_id, '<python>while True: pass</python>')
      expect(late).toMatchObject({
        observation: expect.stringMatching(/timed out after 5 seconds/) as unknown,
      })
      expect(await service.step(sandbox_id, '\\boxed{no}')).toMatchObject({
        reward: 0,
        terminated: true,
        info: { correct: false, tool_use_counter: 3 },
      })
      await service.close(sandbox_id)
    })

    test.skipIf(wanted !== 'auto' && 'plain processes are not isolated')(
      'it reaches neither the network nor the author’s other files',
      async (context) => {
        context.skip(!runtime.info.isolated, 'no backend here isolates')
        await writeFile(join(folder, 'secret.txt'), 'secret')
        await chmod(folder, 0o755)
        const [service] = await open('curious', {
          'curious.py': [
            'import os, socket',
            'class Curious:',
            '    def reset(self, seed=None): return os.path.exists(' +
              JSON.stringify(join(folder, 'secret.txt')) +
              ')',
            '    def step(self, action):',
            '        socket.create_connection(("1.1.1.1", 53), 2)',
            '        return "out", 0, True',
          ].join('\n'),
        })
        const { sandbox_id } = await service.make('my:Curious')
        expect(await service.reset(sandbox_id)).toMatchObject({ observation: false })
        await expect(service.step(sandbox_id, 'x')).rejects.toThrow(/OSError|unreachable|refused/)
      },
    )
  },
)
