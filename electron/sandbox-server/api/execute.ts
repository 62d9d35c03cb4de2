import type { ExecuteRequest } from '#shared/sandbox/commands.ts'
import { setTimeout } from 'node:timers/promises'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import { collect } from '../runtime/collect.ts'
import type { Box } from '../runtime/runtime.ts'
import { decodeBytes } from '../../node/terminal-text.ts'
import { pythonQuoted } from '../session/output-text.ts'

/** Seconds a command may take when the request says nothing (docs/sandbox-platform.md#execute). */
const DEFAULT_SECONDS = 1200

/**
 * Runs one program. An array runs directly; a string runs through a shell when asked or when it holds blanks (docs/decisions.md,
 * sandbox platform 4), else it is the program's name.
 * @throws PlainFailure when it cannot start, takes too long, or fails under `check`
 */
export async function execute(box: Box, request: ExecuteRequest, signal: AbortSignal) {
  const argv = argumentVector(request)
  const child = box.exec({
    argv,
    env: request.env ?? {},
    ...(request.cwd ? { cwd: request.cwd } : {}),
  })
  const seconds = request.timeout ?? DEFAULT_SECONDS
  const timer = new AbortController()
  let expired = false
  setTimeout(Math.min(seconds * 1000, 2 ** 31 - 1), undefined, { signal: timer.signal }).then(
    () => {
      expired = true
      child.kill()
    },
    () => undefined,
  )
  const gone = () => child.kill()
  signal.addEventListener('abort', gone, { once: true })
  try {
    const { stdout, stderr, code } = await collect(child)
    const result = { stdout: decodeBytes(stdout), stderr: decodeBytes(stderr), exit_code: code }
    if (expired) throw new PlainFailure(timedOut(request, seconds, result))
    const problem = startProblem(result)
    if (problem) throw new PlainFailure(`${pythonQuoted(argv.join(' '))} could not be started: ${problem}`)
    if (request.check && code !== 0) {
      const prefix = request.error_msg ? `${request.error_msg}: ` : ''
      throw new PlainFailure(
        `${prefix}Command ${shown(request)} failed with exit code ${code}. stdout:\n${result.stdout}\nstderr:\n${result.stderr}`,
      )
    }
    return result
  } finally {
    timer.abort()
    signal.removeEventListener('abort', gone)
  }
}

/** @throws PlainFailure for an empty command */
function argumentVector({ command, shell }: ExecuteRequest): string[] {
  if (typeof command !== 'string') {
    if (!command[0]) throw new PlainFailure('the command is empty')
    return shell ? ['/bin/sh', '-c', command.join(' ')] : command
  }
  if (command.trim() === '') throw new PlainFailure('the command is empty')
  return shell || /\s/.test(command.trim()) ? ['/bin/sh', '-c', command] : [command.trim()]
}

const shown = ({ command }: ExecuteRequest): string =>
  pythonQuoted(typeof command === 'string' ? command : command.join(' '))

const timedOut = (
  request: ExecuteRequest,
  seconds: number,
  output: { stdout: string; stderr: string },
): string =>
  `timeout after ${seconds} seconds while running command ${shown(request)}; it was ended. ` +
  `stdout so far:\n${output.stdout}\nstderr so far:\n${output.stderr}`

/** How the backends' launchers say that a program could not be started at all. */
function startProblem(result: { stdout: string; stderr: string; exit_code: number }): string | undefined {
  if (result.stdout !== '') return undefined
  if (result.exit_code === 1) return /^bwrap: (?:execvp |Can't chdir to )?(.+)\n?$/.exec(result.stderr)?.[1]
  if (result.exit_code < 125 || result.exit_code > 127) return undefined
  return (LAUNCHER.exec(result.stderr) ??
    /^(?:OCI runtime exec failed: |Error: )(.+)/.exec(result.stderr))?.[1]
}

/** A shell in a container that starts the program (runtime/engine/box.ts) names itself by a random id, then its line, then the reason. */
const LAUNCHER = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}: (?:(?:line )?\d+: )?exec: (?:line \d+: )?(.+)/
