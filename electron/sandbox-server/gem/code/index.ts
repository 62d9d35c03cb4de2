import { codeCatalogue, mathWithPython } from '#shared/gem/catalogue/knowledge.ts'
import { mathCatalogue } from '#shared/gem/catalogue/math.ts'
import { NUMBER_TASKS, type Task, TEXT_TASKS } from '#shared/gem/code-tasks.ts'
import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { math } from '../math/index.ts'
import { type ProgramOptions, Programs } from '../python/programs.ts'
import { type Question, QuestionEnvironment } from '../question.ts'
import { pythonTool } from '../tools/python.ts'
import { ToolEnvironment } from '../tools/tool-environment.ts'

const TESTS = 12
const MAX_TEST_SECONDS = 6
const NO_CODE = -0.1

const TASKS: Readonly<Record<string, readonly Task[]>> = {
  'code:numbers': NUMBER_TASKS,
  'code:texts': TEXT_TASKS,
}

/** The last fenced code block, trimmed; null if there is none. */
export function lastCode(reply: string): string | null {
  const last = Array.from(reply.matchAll(/```\w*\n([\s\S]*?)```/g)).at(-1)
  return last?.[1]?.trim() ?? null
}

function question(random: PythonRandom, tasks: readonly Task[], programs: Programs): Question {
  const task = random.choice(tasks)
  const k = random.randint(2, 9)
  const inputs = Array.from({ length: TESTS }, () => task.input(random))
  const outputs = inputs.map((input) => task.solve(input, k))
  const example = `For example, the input\n${inputs[0]}\ngives\n${outputs[0]}`
  const score = async (code: string | null): Promise<number> => {
    if (code === null) return NO_CODE
    const ran = await programs.run(code, inputs, MAX_TEST_SECONDS)
    const isRight = ran.every(
      ({ stdout, code: exit }, i) => exit === 0 && stdout.trim() === outputs[i]?.trim(),
    )
    return isRight ? 1 : 0
  }
  const text = `${task.text(k)}\n${example}\n\nWrite the program in Python, in a block of code that begins with \`\`\`python.`
  return { text, gold: task.python(k), score }
}

/** All `code:` environments, and those with a Python tool (docs/gem.md#code). */
export function codeAndTools(options: ProgramOptions): readonly EnvironmentDefinition[] {
  const code = codeCatalogue.map((entry): EnvironmentDefinition => ({
    entry,
    create: (context) => {
      const programs = new Programs(options)
      const generate = (random: PythonRandom): Question => question(random, TASKS[entry.id] ?? [], programs)
      const environment = new QuestionEnvironment(context, { id: entry.id, generate, read: lastCode })
      return {
        reset: (seed) => environment.reset(seed),
        step: (reply) => environment.step(reply),
        close: () => programs.close(),
      }
    },
  }))
  const mixed = math.at(-1)!
  const withPython: EnvironmentDefinition = {
    entry: mathWithPython(mathCatalogue.at(-1)!),
    create: (context) => new ToolEnvironment(mixed.create(context), pythonTool(new Programs(options))),
  }
  return [withPython, ...code]
}
