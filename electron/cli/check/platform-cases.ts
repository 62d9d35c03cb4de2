import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { FormData } from 'undici'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { fetch } from '../../node/outgoing.ts'
import { type Case, Skipped, expect, textOf } from './check.ts'

const SANDBOX_BASE = '/apis/envs/sandbox/v1'
/** A call without side effects that every platform answers with a failure. */
export const STATUS_OF_NONE = `${SANDBOX_BASE}/get_status?sandbox_id=none&refresh_timeout=false`

/** Error message of a platform whose connection to the sandbox was closed by a failed call. */
const MISSED = /upstream server is not reachable/i
const MISSED_PAUSE_MS = 300

/** A client for a sandbox platform; the cases share one sandbox, one session and one environment. */
export class PlatformServer {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly image: string
  sandboxId = ''
  environment = ''
  /** Calls that failed to reach the sandbox and succeeded when retried. */
  missed = 0
  readonly session = `check-${randomUUID().slice(0, 8)}`

  constructor(url: string, headers: Readonly<Record<string, string>>, image: string) {
    this.#url = url.replace(/\/+$/, '')
    this.#headers = headers
    this.image = image
  }

  async call(path: string, body?: JsonObject | FormData): Promise<{ status: number; answer: JsonObject }> {
    const isForm = body instanceof FormData
    const response = await fetch(this.#url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...this.#headers },
      body: isForm ? body : body && JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    expect(isJsonObject(answer), 'JSON', `HTTP ${response.status}`)
    return { status: response.status, answer: answer as JsonObject }
  }

  /** Calls an operation and returns its envelope; skips the case if the operation does not exist. */
  async envelope(operation: string, body?: JsonObject | FormData): Promise<JsonObject> {
    const { status, answer } = await this.call(`${SANDBOX_BASE}/${operation}`, body)
    if (status === 404 && 'detail' in answer) throw new Skipped(`there is no ${operation} here`)
    if (MISSED.test(textOf(answer['error']))) {
      this.missed += 1
      await setTimeout(MISSED_PAUSE_MS)
      return (await this.call(`${SANDBOX_BASE}/${operation}`, body)).answer
    }
    for (const key of ['status', 'message', 'error', 'result']) {
      expect(key in answer, `an envelope with ${key}`, Object.keys(answer))
    }
    return answer
  }

  async result(operation: string, body?: JsonObject | FormData): Promise<JsonObject> {
    const { status, result, error } = await this.envelope(operation, body)
    expect(status === 'Success', `Success of ${operation}`, error)
    return isJsonObject(result) ? result : {}
  }

  /** Runs a command in the session; the answer may be Success or Failed. */
  run(command: string, more: JsonObject = {}): Promise<JsonObject> {
    if (this.sandboxId === '') throw new Skipped('there is no sandbox')
    const body = { sandbox_id: this.sandboxId, session: this.session, command, timeout: 20, ...more }
    return this.envelope('run_in_session', body)
  }

  execute(command: readonly string[]): Promise<JsonObject> {
    if (this.sandboxId === '') throw new Skipped('there is no sandbox')
    return this.result('execute', { sandbox_id: this.sandboxId, command: [...command], timeout: 20 })
  }

  /** The sandbox's status, without extending its deadline; also of a stopped sandbox. */
  status(): Promise<JsonObject> {
    if (this.sandboxId === '') throw new Skipped('there is no sandbox')
    return this.result(
      `get_status?sandbox_id=${this.sandboxId}&include_all_states=true&refresh_timeout=false`,
    )
  }

  /** The fields of a GEM response, bare or in an envelope. */
  async gem(path: string, body: JsonObject): Promise<JsonObject> {
    const { status, answer } = await this.call(`${GEM_BASE}${path}`, body)
    if (status === 404) throw new Skipped('there is no GEM here')
    return isJsonObject(answer['result']) ? answer['result'] : answer
  }
}

type PlatformCase = Case<PlatformServer>
const area =
  (name: string) =>
  (says: string, run: PlatformCase['run']): PlatformCase => ({ area: name, says, run })
const envelope = area('Envelope')
const life = area('Life')
const command = area('Commands and sessions')
const files = area('Files')
const gem = area('GEM')

/** A case: the command prints this output and exits with this code. */
const prints = (says: string, line: string, output: string, code = 0): PlatformCase =>
  command(says, async (server) => {
    const { status, result, error } = await server.run(line, { check: 'silent' })
    expect(status === 'Success' && isJsonObject(result), 'Success', error)
    const found = result as JsonObject
    const text = textOf(found['output']).replaceAll('\r\n', '\n').trim()
    expect(text === output, `the output ${JSON.stringify(output)}`, text)
    expect(found['exit_code'] === code, `the exit code ${code}`, found['exit_code'])
  })

/** Cases for a sandbox platform (docs/sandbox-platform.md, docs/gem.md). They start one sandbox and one environment, and stop both. */
export const PLATFORM_CASES: readonly PlatformCase[] = [
  envelope('an unknown path is 404 with a detail and no envelope', async (server) => {
    const { status, answer } = await server.call(`${SANDBOX_BASE}/nothing_here`)
    expect(status === 404 && 'detail' in answer && !('result' in answer), '404 with a detail', {
      status,
      answer,
    })
  }),
  envelope('a missing field is Failed, and its place is named', async (server) => {
    const { status, message, error } = await server.envelope('stop', {})
    expect(status === 'Failed' && message === 'invalid parameter', 'Failed, invalid parameter', {
      status,
      message,
    })
    expect(
      textOf(error).includes('body.sandbox_id: Field required'),
      'body.sandbox_id: Field required',
      error,
    )
  }),
  envelope('an unknown sandbox is Failed with HTTP 200', async (server) => {
    const { status } = await server.envelope('get_status?sandbox_id=none&refresh_timeout=false')
    expect(status === 'Failed', 'Failed', status)
  }),
  life('start_async answers an id at once, and get_status says when it is alive', async (server) => {
    const { sandbox_id: id } = await server.result('start_async', {
      image: server.image,
      auto_delete_seconds: 600,
      resources: { cpu: '1', memory: '1g' },
    })
    expect(typeof id === 'string' && id !== '', 'an id', id)
    for (const end = Date.now() + 120_000; Date.now() < end;) {
      const status = await server.result(`get_status?sandbox_id=${textOf(id)}&refresh_timeout=false`)
      if (status['is_alive'] === true) {
        server.sandboxId = textOf(id)
        expect(isJsonObject(status['status']), 'a map of phases', status['status'])
        return
      }
      await setTimeout(300)
    }
    expect(false, 'a live sandbox', 'none after two minutes')
  }),
  life('resources, as cpu and memory, are what it gets', async (server) => {
    const { cpus, memory } = await server.status()
    expect(Number(cpus) === 1 && /^1(\.0+)?g/i.test(textOf(memory)), '1 and 1g', { cpus, memory })
  }),
  command('execute gives both streams apart, and an exit code is an answer', async (server) => {
    const found = await server.execute(['sh', '-c', 'echo out; echo err >&2; exit 3'])
    const { stdout, stderr, exit_code: code } = found
    expect(
      textOf(stdout).trim() === 'out' && textOf(stderr).trim() === 'err' && code === 3,
      'out, err and 3',
      found,
    )
  }),
  command('execute takes a string of a program and its arguments', async (server) => {
    if (server.sandboxId === '') throw new Skipped('there is no sandbox')
    const body = { sandbox_id: server.sandboxId, command: 'echo one two', timeout: 20 }
    const { stdout } = await server.result('execute', body)
    expect(stdout === 'one two\n', 'one two', stdout)
  }),
  command('create_session opens a shell', async (server) => {
    if (server.sandboxId === '') throw new Skipped('there is no sandbox')
    await server.result('create_session', {
      sandbox_id: server.sandboxId,
      session: server.session,
      env_enable: true,
    })
  }),
  prints('a command prints', 'echo hi', 'hi'),
  prints('directory and variables stay', 'cd / && A=7', ''),
  prints('directory and variables stayed', 'echo "$PWD $A"', '/ 7'),
  prints('both streams come together', 'echo one; echo two >&2', 'one\ntwo'),
  prints('silent tells the exit code', '(exit 4)', '', 4),
  prints('an unknown program is 127', 'no-such-program >/dev/null 2>&1', '', 127),
  prints('a here-document before another command', "cat <<'X' | tr a-z A-Z\nabc\nX", 'ABC'),
  prints('a tab stays one', "printf %s 'a\tb' | od -An -c | tr -d ' '", 'a\\tb'),
  prints('an exclamation mark is a character', 'echo "a!b"', 'a!b'),
  command('raise, the default, makes an exit code a failure with the output', async (server) => {
    const { status, error } = await server.run('echo before; (exit 5)')
    expect(status === 'Failed' && /exit code 5/.test(textOf(error)), 'Failed with exit code 5', {
      status,
      error,
    })
    expect(textOf(error).includes('before'), 'the output in the error', error)
  }),
  command('ignore tells no exit code', async (server) => {
    const { status, result } = await server.run('(exit 6)', { check: 'ignore' })
    const code = isJsonObject(result) ? (result['exit_code'] ?? null) : undefined
    expect(status === 'Success' && code === null, 'Success without a code', { status, code })
  }),
  command('a time limit is Failed, and the session goes on', async (server) => {
    const { status } = await server.run('sleep 5', { timeout: 1, check: 'silent' })
    expect(status === 'Failed', 'Failed', status)
    const { result } = await server.run('echo usable', { check: 'silent' })
    const output = isJsonObject(result) ? textOf(result['output']).trim() : undefined
    expect(output === 'usable', 'usable', output)
  }),
  command('what SDKs run in the background answers its number', async (server) => {
    const line = 'nohup sleep 1 < /dev/null > /tmp/check.out 2>&1 & echo START$!END;disown'
    const { result } = await server.run(line, { check: 'silent' })
    const output = isJsonObject(result) ? textOf(result['output']) : ''
    expect(/START\d+END/.test(output), 'START and END around a number', output)
  }),
  command('a syntax error is Failed, and the session goes on', async (server) => {
    const { status } = await server.run('if true; then')
    expect(status === 'Failed', 'Failed', status)
    const { result } = await server.run('echo usable', { check: 'silent' })
    expect(isJsonObject(result) && textOf(result['output']).trim() === 'usable', 'usable', result)
  }),
  command('a session that is not there is Failed', async (server) => {
    const { status, error } = await server.run('true', { session: 'never-opened' })
    expect(status === 'Failed' && /does not exist/.test(textOf(error)), 'Failed, does not exist', error)
  }),
  command('a shell that ended says so, and can be opened anew', async (server) => {
    const { status, error } = await server.run('exit 3')
    expect(status === 'Failed' && textOf(error).startsWith('End Of File'), 'Failed, End Of File', error)
    const session = { sandbox_id: server.sandboxId, session: server.session }
    await server.result('close_session', session)
    await server.result('create_session', { ...session, env_enable: true })
    const { result } = await server.run('echo anew', { check: 'silent' })
    expect(isJsonObject(result) && textOf(result['output']).trim() === 'anew', 'anew', result)
  }),
  command('a call behind one that failed is served at once', async (server) => {
    if (server.sandboxId === '') throw new Skipped('there is no sandbox')
    expect(server.missed === 0, 'no call that does not reach the sandbox', server.missed)
  }),
  command('closing what is not there succeeds', async (server) => {
    const { status } = await server.envelope('close_session', {
      sandbox_id: server.sandboxId,
      session: 'never-opened',
    })
    expect(status === 'Success', 'Success', status)
  }),
  files('write_file makes folders, and read_file gives the same text', async (server) => {
    const path = `/tmp/${server.session}/deep/text`
    await server.result('write_file', { sandbox_id: server.sandboxId, path, content: 'a\n日本\n' })
    const { content } = await server.result('read_file', { sandbox_id: server.sandboxId, path })
    expect(content === 'a\n日本\n', 'the same text', content)
  }),
  files('read_file keeps carriage returns', async (server) => {
    const file = { sandbox_id: server.sandboxId, path: `/tmp/${server.session}/lines` }
    await server.result('write_file', { ...file, content: 'a\r\nb\r\n' })
    const { content } = await server.result('read_file', file)
    expect(content === 'a\r\nb\r\n', 'the same text', content)
  }),
  files('read_file of what is not there is Failed', async (server) => {
    const path = `/tmp/${server.session}/none`
    const { status } = await server.envelope('read_file', { sandbox_id: server.sandboxId, path })
    expect(status === 'Failed', 'Failed', status)
  }),
  files('upload carries any bytes', async (server) => {
    const path = `/tmp/${server.session}/uploaded`
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array([0, 255, 10, 13])]), 'bytes')
    form.set('target_path', path)
    form.set('sandbox_id', server.sandboxId)
    await server.result('upload', form)
    const { stdout } = await server.execute(['od', '-An', '-tx1', path])
    expect(textOf(stdout).trim() === '00 ff 0a 0d', '00 ff 0a 0d', stdout)
  }),
  life('stop stops it, and then it runs no commands', async (server) => {
    if (server.sandboxId === '') throw new Skipped('there is no sandbox')
    await server.result('stop', { sandbox_id: server.sandboxId })
    const { status } = await server.envelope('execute', { sandbox_id: server.sandboxId, command: ['true'] })
    expect(status === 'Failed', 'Failed', status)
  }),
  life('what is stopped is found, with its state', async (server) => {
    const { state } = await server.status()
    expect(state === 'stopped', 'the state stopped', state)
  }),
  gem('make gives an environment', async (server) => {
    const { sandbox_id: id } = await server.gem('/make', { env_id: 'game:GuessTheNumber-v0-easy' })
    expect(typeof id === 'string' && id !== '', 'an id', id)
    server.environment = textOf(id)
  }),
  gem('the same seed begins the same episode', async (server) => {
    const begin = async (): Promise<string> =>
      JSON.stringify(await server.gem('/reset', { sandbox_id: server.environment, seed: 7 }))
    const first = await begin()
    const second = await begin()
    expect(first === second, 'the same beginning', second)
  }),
  gem('an action that cannot be read earns −0.1 and ends the episode', async (server) => {
    const found = await server.gem('/step', { sandbox_id: server.environment, action: 'no number' })
    expect(found['reward'] === -0.1 && found['terminated'] === true, '-0.1 and the end', found)
  }),
  gem('a number is an action', async (server) => {
    await server.gem('/reset', { sandbox_id: server.environment, seed: 7 })
    const found = await server.gem('/step', { sandbox_id: server.environment, action: 5 })
    expect(typeof found['reward'] === 'number', 'a reward', found)
  }),
  gem('an unknown environment is HTTP 500 with a detail', async (server) => {
    const { status, answer } = await server.call(`${GEM_BASE}/make`, { env_id: 'none:none' })
    if (status === 404) throw new Skipped('there is no GEM here')
    expect(status === 500 && 'detail' in answer, '500 with a detail', { status, answer })
  }),
  gem('close releases it', async (server) => {
    const { sandbox_id: id } = await server.gem('/close', { sandbox_id: server.environment })
    expect(id === server.environment, 'its id', id)
  }),
]
