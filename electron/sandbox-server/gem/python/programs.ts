import * as z from 'zod'
import { GemError } from '../gem-error.ts'
import type { PluginIsolates } from '../plugin-isolates.ts'
import { interpreterOf } from './plugins.ts'
import { PythonProcess } from './process.ts'

/**
 * Timeout for all runs of a request in milliseconds: twelve of six seconds, four in parallel, and the start of the sandbox.
 */
const MAX_CALL_MS = 60_000

const MAX_OUTPUT_CHARS = 20_000

/** Runs programs: one JSON request per line, with a program and its inputs; each input is run in a separate folder. */
const RUNS = String.raw`
import json, os, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

LIMIT = ${MAX_OUTPUT_CHARS}

def run(code, text, seconds):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'program.py')
        with open(file, 'w', encoding='utf-8') as program:
            program.write(code)
        try:
            ran = subprocess.run([sys.executable, '-I', '-B', file], input=text, capture_output=True, encoding='utf-8', errors='replace', timeout=seconds, cwd=folder)
        except subprocess.TimeoutExpired:
            return {'stdout': '', 'stderr': '', 'late': True, 'code': 1}
        return {'stdout': ran.stdout[:LIMIT], 'stderr': ran.stderr.strip()[-LIMIT:].replace(file, 'program.py'), 'late': False, 'code': ran.returncode}

with ThreadPoolExecutor(4) as pool:
    for line in sys.stdin:
        asked = json.loads(line)
        runs = pool.map(lambda text: run(asked['code'], text, asked['seconds']), asked['inputs'])
        print(json.dumps({'ok': list(runs)}), flush=True)
`

const ranSchema = z.array(
  z.object({ stdout: z.string(), stderr: z.string(), late: z.boolean(), code: z.number() }),
)
/** The result of one run; `late` if it timed out. */
export type Ran = z.infer<typeof ranSchema>[number]

export interface ProgramOptions {
  readonly isolates: PluginIsolates | undefined
  /** Interpreter, possibly of a virtual environment; undefined for the system's. */
  readonly interpreter: string | undefined
}

/** Runs programs written by agents, in a sandbox that is started on first use. */
export class Programs {
  readonly #options: ProgramOptions
  #process: PythonProcess | undefined

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  /** Runs the program once per input. @throws GemError `ENV_FAILED` when no sandbox is available */
  async run(code: string, inputs: readonly string[], seconds: number): Promise<Ran[]> {
    if (!this.#process || this.#process.hasEnded) {
      await this.#process?.close()
      this.#process = await this.#open()
    }
    return ranSchema.parse(await this.#process.call({ verb: 'run', code, inputs, seconds }))
  }

  async close(): Promise<void> {
    await this.#process?.close()
    this.#process = undefined
  }

  async #open(): Promise<PythonProcess> {
    const { isolates, interpreter } = this.#options
    if (!isolates) throw new GemError('ENV_FAILED', 'Running Python needs a sandbox, and there is none here.')
    const { file, mounts } = await interpreterOf(interpreter)
    const argv = [file, '-u', '-B', '@/orrery_runs.py']
    const isolate = await isolates.open({ argv, files: { 'orrery_runs.py': RUNS }, mounts })
    return new PythonProcess(isolate, 'Python', MAX_CALL_MS)
  }
}
