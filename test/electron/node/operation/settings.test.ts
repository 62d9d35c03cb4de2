import { chmodSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOptions as readModel } from '../../../../electron/model-server/options.ts'
import { readOptions as readSandbox } from '../../../../electron/sandbox-server/options.ts'
import { repository } from '../../repository.ts'
import { sharedFolder, temporaryFolder } from '../../../temporary-folder.ts'

const folder = sharedFolder()

const file = (text: string, mode = 0o600): string => {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

type Environment = Record<string, string>

const sandbox = (argv: readonly string[], environment: Environment = {}) => {
  const options = readSandbox(argv, { HOME: folder, ...environment })
  if (typeof options === 'string' || 'exitCode' in options) throw new Error('These are no options.')
  return options
}
const model = (argv: readonly string[], environment: Environment = {}) => {
  const options = readModel(argv, environment)
  if ('exitCode' in options) throw new Error('These are no options.')
  return options
}
const check = (
  argv: readonly string[],
  environment: Environment = {},
  read = readSandbox as typeof readModel,
) => {
  const report = read([...argv, '--check'], { HOME: folder, ...environment })
  if (typeof report === 'string' || !('exitCode' in report)) throw new Error('This is no report.')
  return report
}

it('the settings of the page for a team can be used', () => {
  const page = readFileSync(join(repository(), 'docs/for-a-team.md'), 'utf8')
  const [forSandboxes = '', forModels = '', ...more] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
    ([, text]) => text ?? '',
  )
  expect(more).toEqual([])
  const token = { ORRERY_SANDBOX_TOKEN: 'of the page' }
  /** Whether the folders of the page can be written is another matter on each machine. */
  const said = ({ text }: { readonly text: string }) =>
    text.replaceAll(/remark: .* cannot be written.*\n/g, '')
  expect(said(check(['--config', file(forSandboxes)], token))).toMatch(/\n\nThis configuration can be used/)
  expect(said(check(['--config', file(forModels)], {}, readModel))).toMatch(
    /\n\nThis configuration can be used/,
  )
})

it('a model server with keys reads files of its machine only where its owner named a folder', () => {
  const keys = ['--transport', 'http', '--access', folder]
  expect(model(keys).importRoot).toBeUndefined()
  expect(model([...keys, '--import-root', folder]).importRoot).toBe(realpathSync(folder))
  expect(model(['--transport', 'http']).importRoot).toBe(realpathSync('.'))
  expect(model(['--access', folder]).importRoot).toBe(realpathSync('.'))
})

describe('a setting', () => {
  it('counts from the command line before the environment, and from there before the file', () => {
    const config = ['--config', file('{"idle-minutes": 1, "max-sandboxes": 1, "job-hours": 1}')]
    const environment = { ORRERY_SANDBOX_IDLE_MINUTES: '2', ORRERY_SANDBOX_MAX_SANDBOXES: '2' }
    expect(sandbox([...config, '--idle-minutes', '3'], environment)).toMatchObject({
      idleMinutes: 3,
      maxSandboxes: 2,
      jobHours: 1,
      maxEnvironments: 1000,
    })
  })

  it('counts in that order wherever it is given', () => {
    const place = fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined })
    fc.assert(
      fc.property(place, place, place, (flag, variable, kept) => {
        const path = file(kept === undefined ? '{}' : `{"drain-seconds": ${kept}}`)
        const argv = ['--config', path, ...(flag === undefined ? [] : ['--drain-seconds', String(flag)])]
        const given = (name: string): Environment =>
          variable === undefined ? {} : { [name]: String(variable) }
        const drainMs = (flag ?? variable ?? kept ?? 10) * 1000
        expect(sandbox(argv, given('ORRERY_SANDBOX_DRAIN_SECONDS')).drainMs).toBe(drainMs)
        expect(model(argv, given('MODEL_SERVER_DRAIN_SECONDS')).drainMs).toBe(drainMs)
      }),
      { numRuns: 50 },
    )
  })

  it('may be true or false in each place', () => {
    const path = file('{"no-auth": true, "open-metrics": false} // as told')
    const environment = { ORRERY_SANDBOX_CONFIG: path, ORRERY_SANDBOX_OPEN_METRICS: 'yes' }
    expect(sandbox([], environment)).toMatchObject({ token: undefined, openMetrics: true })
    expect(model([], { MODEL_SERVER_ENABLE_WRITES: 'true', MODEL_SERVER_QUICKSTART: '1' })).toMatchObject({
      enableWrites: true,
      graphstore: 'memory',
    })
  })

  it('is not given by an empty variable', () => {
    const kept = { ORRERY_SANDBOX_CONFIG: file('{"idle-minutes": 7}'), ORRERY_SANDBOX_IDLE_MINUTES: '' }
    expect(sandbox([], kept).idleMinutes).toBe(7)
    expect(model([], { MODEL_SERVER_ADDR: '' })).toEqual(model([], {}))
  })

  it('is the token, too, and an empty one is refused wherever it is', () => {
    expect(sandbox(['--config', file('{"token": "kept"}')])).toMatchObject({
      token: 'kept',
      tokenIsNew: false,
    })
    expect(() => sandbox([], { ORRERY_SANDBOX_TOKEN: '' })).toThrow('ORRERY_SANDBOX_TOKEN must not be empty')
    expect(() => sandbox(['--log-format', 'json'])).toThrow('wants ORRERY_SANDBOX_TOKEN')
  })
})

describe('errors are reported with their position', () => {
  it.each([
    ['{"idle-minutes": "soon"}', ':1:18: idle-minutes wants a whole number above 0, not "soon"'],
    ['{\n  "addr": "nowhere"\n}', ':2:11: addr wants HOST:PORT, not "nowhere"'],
    ['{\n  "idel-minutes": 5\n}', ':2:19: idel-minutes is no setting; did you mean idle-minutes?'],
    ['{"no-auth": "yes"}', ':1:13: no-auth is true or false, not "yes"'],
    ['{"network": ["own"]}', ':1:13: network is a text or a number, not ["own"]'],
    ['{"check": true}', ':1:11: check is no setting'],
    ['{"addr" 1}', ':1:9: '],
    ['[]', ':1:1: this is no object of settings'],
  ])('%s', (text, sentence) => {
    const path = file(text)
    expect(() => sandbox(['--config', path])).toThrow(path + sentence)
  })

  it('in the environment and in files of the model server', () => {
    expect(() => sandbox([], { ORRERY_SANDBOX_RUNTIME: 'lxc' })).toThrow(
      'ORRERY_SANDBOX_RUNTIME wants one of auto',
    )
    expect(() => sandbox([], { ORRERY_SANDBOX_NO_AUTH: 'perhaps' })).toThrow(
      'ORRERY_SANDBOX_NO_AUTH is true or false',
    )
    expect(() => model([], { MODEL_SERVER_ADDR: 'x' })).toThrow('MODEL_SERVER_ADDR takes host:port')
    const path = file('{"log-level": "loud"}')
    expect(() => model(['--config', path])).toThrow(`${path}:1:15: log-level loud is unknown; use silent`)
    expect(() => model(['--config', join(folder, 'none.json')])).toThrow('none.json')
  })
})

describe('--check', () => {
  it('says all that counts and where it is from, without secrets', () => {
    const path = file('{\n  "idle-minutes": 45,\n  "proxy-secret": "a-secret-of-the-proxy"\n}')
    const { text, exitCode } = check(['--config', path, '--addr', '127.0.0.1:9'], {
      ORRERY_SANDBOX_TOKEN: 'the-token-itself',
    })
    expect(exitCode).toBe(0)
    expect(text).toMatch(/^addr +127\.0\.0\.1:9 +--addr$/m)
    expect(text).toMatch(new RegExp(`^idle-minutes +45 +${path}:2:19$`, 'm'))
    expect(text).toMatch(/^token +•+ +ORRERY_SANDBOX_TOKEN$/m)
    expect(text).toMatch(/^job-hours +0 +default$/m)
    expect(text).toMatch(/This configuration can be used\.\n$/)
    expect(text).not.toMatch(/the-token-itself|a-secret-of-the-proxy|^check|^help/m)
  })

  it('says everything that is wrong, not only what is first', () => {
    const path = file('{"idle-minutes": 0, "bogus": 1}')
    const { text, exitCode } = check(['--config', path, '--runtime', 'lxc'], {
      ORRERY_SANDBOX_JOB_HOURS: 'x',
    })
    expect(exitCode).toBe(2)
    for (const found of [
      `${path}:1:18: idle-minutes`,
      'bogus is no setting',
      '--runtime wants',
      'ORRERY_SANDBOX_JOB_HOURS wants',
    ])
      expect(text).toContain(found)
    expect(text).toMatch(/This configuration cannot be used\.\n$/)
  })

  it('says what is wrong with a file in the order of the file, and what it gives twice', () => {
    const path = file('{\n"log-format": "xml",\n"bogus": 1,\n"idle-minutes": 0,\n"log-format": "text"\n}')
    const { text, exitCode } = check(['--config', path])
    expect(exitCode).toBe(2)
    expect([...text.matchAll(/json:(\d+):\d+: /g)].map(([, line]) => line)).toEqual(['3', '4', '5'])
    expect(text).toContain(`${path}:5:1: log-format is given twice`)
  })

  it('says in words that there is no such file', () => {
    const { text, exitCode } = check(['--config', '/no/such.json'])
    expect(exitCode).toBe(2)
    expect(text).toContain('--config /no/such.json cannot be read: there is no such file')
    expect(text).not.toContain('ENOENT')
  })

  it.each([
    ['sandbox', readSandbox as typeof readModel],
    ['model', readModel],
  ])('reads the keys of the %s server, too', async (_, read) => {
    const access = await temporaryFolder()
    writeFileSync(join(access, 'keys.json'), '{"keys": [')
    const { text, exitCode } = check(['--access', access], {}, read)
    expect(exitCode).toBe(2)
    expect(text).toContain(`${access}/keys.json cannot be used: `)
  })

  it.each([
    ['sandbox', readSandbox as typeof readModel],
    ['model', readModel],
  ])('remarks folders of the %s server that this user cannot write to', async (_, read) => {
    const inFile = join(file('x'), 'data')
    const access = await temporaryFolder()
    const { text, exitCode } = check(['--data', inFile, '--access', access], {}, read)
    expect(exitCode).toBe(0)
    expect(text).toContain(
      `remark: --data ${inFile} cannot be written by this user (ENOTDIR: not a directory)`,
    )
    expect(text).not.toContain('remark: --access')
    const config = file(JSON.stringify({ access: inFile }))
    expect(check(['--config', config, '--data', access], {}, read).text).toContain(
      `remark: ${config}:1:11: access ${inFile} cannot be written by this user (`,
    )
  })

  it('remarks an address of the model server that does not count', () => {
    const words = '--addr counts with --transport http only'
    expect(check(['--addr', '127.0.0.1:80'], {}, readModel).text).toContain(`remark: ${words}`)
    expect(check(['--addr', '127.0.0.1:80', '--transport', 'http'], {}, readModel).text).not.toContain(words)
  })

  it('remarks a variable that is near to a setting, and a file with secrets that others may read', () => {
    const { text, exitCode } = check(['--config', file('{"token": "x"}', 0o644)], {
      ORRERY_SANDBOX_IDLE_MINUTE: '5',
    })
    expect(exitCode).toBe(0)
    expect(text).toContain(
      'ORRERY_SANDBOX_IDLE_MINUTE is no setting; did you mean ORRERY_SANDBOX_IDLE_MINUTES?',
    )
    expect(text).toContain('has token, and other users may read it; chmod 600 ends that')
  })

  it('is the same for the model server', () => {
    const { text, exitCode } = check(
      ['--addr', '0.0.0.0:80', '--transport', 'http'],
      { MODEL_SERVER_LOG_LEVEL: 'debug', MODEL_SERVER_EMBEDDED_MB: '512' },
      readModel,
    )
    expect(exitCode).toBe(2)
    expect(text).toMatch(/^log-level +debug +MODEL_SERVER_LOG_LEVEL$/m)
    expect(text).toMatch(/^mcp-path +\/mcp +default$/m)
    expect(text).toContain('0.0.0.0 can be reached from other machines')
    expect(check(['--token', 'hidden-one'], {}, readModel).text).toMatch(/^token +•+ +--token$/m)
  })
})
