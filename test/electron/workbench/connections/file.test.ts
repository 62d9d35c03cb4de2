import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConnectionFile } from '../../../../electron/workbench/connections/connection-file.ts'
import { platformDefinitionSchema } from '../../../../electron/workbench/connections/definition.ts'
import { plainBox, Secrets, type SecretBox } from '../../../../electron/workbench/secrets/secrets.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

describe('connections.json', () => {
  const path = () => join(folder, 'connections.json')
  const open = async () => {
    const file = new ConnectionFile(path())
    return { file, definitions: await file.load() }
  }

  it('is empty when it does not exist, and is made by the first change', async () => {
    const { file, definitions } = await open()
    expect([definitions.servers.size, definitions.platforms.size]).toEqual([0, 0])
    await file.setServer('a', { command: 'x' })
    expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual({
      mcpServers: { a: { command: 'x' } },
      platforms: {},
    })
  })

  it('keeps comments, order and unknown members through a change', async () => {
    const text =
      '{\n  // mine\n  "theme": "blue",\n  "mcpServers": {\n    "b": { "command": "y", "custom": [1] }\n  }\n}\n'
    await writeFile(path(), text)
    const { file } = await open()
    await file.setServer('a', { url: 'http://h/' })
    await file.setServer('a', undefined)
    const after = await readFile(path(), 'utf8')
    for (const part of ['// mine', '"theme": "blue"', '"custom"']) expect(after).toContain(part)
    expect((await open()).definitions.servers.get('b')).toEqual({ command: 'y', custom: [1] })
  })

  it('is left unchanged when it is not JSON, and the position is reported', async () => {
    await writeFile(path(), '{\n  "mcpServers": oops\n}')
    const { file, definitions } = await open()
    expect(definitions.error).toMatchObject({ line: 2, column: 17 })
    await expect(file.setServer('a', { command: 'x' })).rejects.toMatchObject({
      code: 'CONNECTIONS_FILE_BROKEN',
    })
    expect(await readFile(path(), 'utf8')).toContain('oops')
  })

  it('keeps what the user writes into it meanwhile, and every one of many simultaneous changes', async () => {
    const { file } = await open()
    await file.setServer('ours', { command: 'x' })
    const text = await readFile(path(), 'utf8')
    await writeFile(path(), text.replace('{', '{ // by hand\n "theirs": 1,'))
    await Promise.all(['a', 'b', 'c'].map((name) => file.setServer(name, { command: name })))
    expect(await readFile(path(), 'utf8')).toMatch(/by hand[^]*"theirs": 1/)
    expect([...(await open()).definitions.servers.keys()]).toEqual(['ours', 'a', 'b', 'c'])
  })

  it('names the entries that cannot be used', async () => {
    await writeFile(
      path(),
      '{"mcpServers": {"bad": {"command": 7}, "half": {"type": "sse"}, "good": {"command": "x"}}, "platforms": {"p": {"url": "nope"}}}',
    )
    const { definitions } = await open()
    expect([...definitions.servers.keys()]).toEqual(['good'])
    expect(definitions.refused.map(({ name }) => name)).toEqual(['bad', 'half', 'p'])
    expect(definitions.refused[1]?.reason).toBe('A server of type sse needs a URL.')
  })
})

const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a)

describe('secrets', () => {
  /** Stands in for the system's encryption: what it encrypts cannot be read without it. */
  const box: SecretBox = {
    strength: 'encrypted',
    seal: (text) => Promise.resolve(Buffer.from(flip(Buffer.from(text))).toString('hex')),
    open: (sealed) => Promise.resolve(Buffer.from(flip(Buffer.from(sealed, 'hex'))).toString()),
  }
  const path = () => join(folder, 'secrets.json')

  const never = () => expect.unreachable()

  it('are all stored when many are set at once', async () => {
    const secrets = new Secrets(path(), box, () => false, never)
    const names = ['a', 'b', 'c', 'd']
    await Promise.all(names.map((name) => secrets.set(name, `value of ${name}`)))
    await Promise.all([secrets.remove('a'), secrets.set('e', 'value of e')])
    const again = new Secrets(path(), box, () => false, never)
    await again.load()
    expect(again.names.map(({ name }) => name)).toEqual(['b', 'c', 'd', 'e'])
  })

  it.each(['{"a": ', '[]', '{"a": {"strength": "none"}}'])(
    'in a file like %j are moved to another file, not lost, and reported',
    async (text) => {
      await writeFile(path(), text)
      const reported: string[] = []
      const secrets = new Secrets(
        path(),
        box,
        () => false,
        (_, kept) => void reported.push(kept),
      )
      await secrets.load()
      expect(secrets.names).toEqual([])
      await secrets.set('new', 'value')
      expect(await readFile(reported[0] ?? '', 'utf8')).toBe(text)
    },
  )

  it('are encrypted on disk and decrypted on demand', async () => {
    const secrets = new Secrets(path(), box, () => false, never)
    await secrets.set('cluster', 'hunter2')
    expect(await readFile(path(), 'utf8')).not.toContain('hunter2')
    const again = new Secrets(path(), box, () => false, never)
    await again.load()
    expect(again.names).toEqual([{ name: 'cluster', strength: 'encrypted' }])
    expect(await again.get('cluster')).toBe('hunter2')
    await again.remove('cluster')
    expect(await again.get('cluster')).toBeUndefined()
  })

  it('are refused where the system has no keyring, unless the user agreed', async () => {
    const refused = new Secrets(path(), plainBox, () => false, never)
    await expect(refused.set('a', 'b')).rejects.toMatchObject({ code: 'SECRETS_NOT_SAFE' })
    const agreed = new Secrets(path(), plainBox, () => true, never)
    await agreed.set('a', 'b')
    expect([agreed.names, await agreed.get('a')]).toEqual([[{ name: 'a', strength: 'plain' }], 'b'])
  })
})

describe('the paths of a platform', () => {
  const parse = (paths: unknown) => platformDefinitionSchema.safeParse({ url: 'http://h', paths })

  it.each([
    [{ sandbox: '/rock/v1' }],
    [{ gem: '/g', operations: { start: '/begin', 'gem.step': '/play' } }],
    [{ sandbox: '/s', unknown: 'kept' }],
  ])('%j is taken as it is', (paths) => expect(parse(paths).data?.paths).toEqual(paths))

  it.each([
    [{ sandbox: 'rock' }, 'a path such as'],
    [{ sandbox: '/rock/' }, 'a path such as'],
    [{ gem: '/a/../b' }, 'without ..'],
    [{ gem: '/a?b=1' }, 'a path such as'],
    [{ sandbox: 'http://evil/' }, 'a path such as'],
    [{ operations: { begin: '/x' } }, 'there is no operation begin'],
  ])('%j is refused: %s', (paths, reason) =>
    expect(
      parse(paths)
        .error?.issues.map(({ message, path }) => `${path.join('.')} ${message}`)
        .join(),
    ).toContain(reason),
  )
})
