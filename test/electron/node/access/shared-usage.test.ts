import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serverId, SharedUsage } from '../../../../electron/node/access/shared-usage.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const MINUTE = 60_000
const OWNER = 'key 0123456789ab'
const [ONE, OTHER] = ['1'.repeat(16), '2'.repeat(16)] as const

function usageOf(folder: string, server: string, problems: string[] = []): SharedUsage {
  const usage = new SharedUsage(folder, server, (one) => problems.push(one))
  onTestFinished(() => usage.close())
  return usage
}

const aliveOf = (folder: string, server: string): string => join(folder, 'usage', server, 'alive')

describe('usage that servers share', () => {
  it('is the total of the other servers, as last published', async () => {
    const folder = await temporaryFolder()
    const servers = [ONE, OTHER, '3'.repeat(16)].map((server) => usageOf(folder, server))
    servers[0]?.publish(OWNER, { sandboxes: 1, cpus: 0.5 })
    servers[1]?.publish(OWNER, { sandboxes: 2, sessions: 4 })
    servers[1]?.publish(OWNER, { sandboxes: 1, sessions: 4 })
    servers[1]?.publish('namespace team-a', { disk: 7 })
    expect(servers[2]?.others(OWNER)).toMatchObject({ sandboxes: 2, cpus: 0.5, sessions: 4, disk: 0 })
    expect(servers[0]?.others(OWNER)).toMatchObject({ sandboxes: 1, cpus: 0, sessions: 4 })
    expect(servers[0]?.others('namespace team-a')).toMatchObject({ disk: 7 })
  })

  it('leaves no file of what is not used, nor of a server that ended', async () => {
    const folder = await temporaryFolder()
    const usage = usageOf(folder, ONE)
    usage.publish(OWNER, { sandboxes: 1 })
    expect(readdirSync(join(folder, 'usage', ONE)).sort()).toEqual(['alive', 'key-0123456789ab.json'])
    usage.publish(OWNER, { sandboxes: 0 })
    expect(readdirSync(join(folder, 'usage', ONE))).toEqual(['alive'])
    usage.close()
    expect(readdirSync(join(folder, 'usage'))).toEqual([])
  })

  it('does not count what a server used before it was started again, nor a server that is silent', async () => {
    const folder = await temporaryFolder()
    const [usage, killed] = [usageOf(folder, ONE), usageOf(folder, OTHER)]
    killed.publish(OWNER, { sandboxes: 3 })
    expect(usage.others(OWNER).sandboxes).toBe(3)
    const seconds = Date.now() / 1000
    utimesSync(aliveOf(folder, OTHER), seconds - 29, seconds - 29)
    expect(usage.others(OWNER).sandboxes).toBe(3)
    utimesSync(aliveOf(folder, OTHER), seconds - 31, seconds - 31)
    expect(usage.others(OWNER).sandboxes ?? 0).toBe(0)
    usageOf(folder, OTHER)
    expect(usage.others(OWNER).sandboxes).toBe(0)
  })

  it('forgets a server that was silent for more than a day', async () => {
    const folder = await temporaryFolder()
    usageOf(folder, OTHER).publish(OWNER, { sandboxes: 3 })
    const seconds = Date.now() / 1000 - 25 * 3600
    utimesSync(aliveOf(folder, OTHER), seconds, seconds)
    usageOf(folder, ONE)
    expect(existsSync(join(folder, 'usage', OTHER))).toBe(false)
  })

  it('cannot be claimed where it cannot be written or read', async () => {
    const folder = await temporaryFolder()
    const [usage] = [usageOf(folder, ONE), usageOf(folder, OTHER)]
    writeFileSync(join(folder, 'usage', OTHER, 'key-0123456789ab.json'), '{"sandboxes":')
    expect(() => usage.others(OWNER)).toThrow('JSON')
    mkdirSync(join(folder, 'usage', ONE, 'key-0123456789ab.json'))
    expect(() => usage.publish(OWNER, { sandboxes: 1 })).toThrow('key-0123456789ab.json')
  })

  it('has no other owners than keys and namespaces, whatever a namespace is called', async () => {
    const folder = await temporaryFolder()
    const [usage, other] = [usageOf(folder, ONE), usageOf(folder, OTHER)]
    for (const owner of ['namespace ../../x', 'namespace a/b', 'namespace ', 'x']) {
      usage.publish(owner, { sandboxes: 1 })
      expect(other.countCall(owner, 0)).toBeUndefined()
    }
    expect(readdirSync(join(folder, 'usage', ONE))).toEqual(['alive'])
    expect(readdirSync(join(folder, 'calls'))).toEqual([])
  })
})

describe('calls', () => {
  it('are counted for all servers together, minute by minute', async () => {
    const folder = await temporaryFolder()
    const [one, other] = [usageOf(folder, ONE), usageOf(folder, OTHER)]
    // The first has not looked since the second is there.
    one.others(OWNER)
    expect([one, other, one].map((usage) => usage.countCall(OWNER, MINUTE))).toEqual([1, 2, 3])
    expect(other.countCall(OWNER, 2 * MINUTE - 1)).toBe(4)
    expect(other.countCall(OWNER, 2 * MINUTE)).toBe(1)
    expect(other.countCall('namespace team', 2 * MINUTE)).toBe(1)
  })

  it('do not say anything where there is no other server', async () => {
    expect(usageOf(await temporaryFolder(), ONE).countCall(OWNER, MINUTE)).toBeUndefined()
  })

  it('that cannot be counted are reported once', async () => {
    const folder = await temporaryFolder()
    const problems: string[] = []
    const usage = usageOf(folder, ONE, problems)
    rmSync(join(folder, 'calls'), { recursive: true })
    for (const _ of [1, 2]) expect(usage.countCall(OWNER, MINUTE)).toBeUndefined()
    expect(problems).toEqual([expect.stringContaining('cannot be shared with other servers: ENOENT')])
  })
})

it('a data folder keeps the id of its server', async () => {
  const folder = await temporaryFolder()
  const id = await serverId(folder)
  expect(id).toMatch(/^[0-9a-f]{16}$/)
  expect(await serverId(folder)).toBe(id)
  writeFileSync(join(folder, 'server-id'), '../x')
  expect(await serverId(folder)).toMatch(/^[0-9a-f]{16}$/)
})
