import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJson } from '#shared/json/parse-json.ts'
import { hostFile, writeEntry } from '../../../../electron/workbench/connections/host-file.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const DEFINITION = { command: '/usr/bin/node', args: ['/opt/orrery/model-server.mjs', '--quickstart'] }

describe('the file of a host', () => {
  it.each([
    ['linux', 'claude', '/home/me/.config/Claude/claude_desktop_config.json'],
    ['linux', 'cursor', '/home/me/.cursor/mcp.json'],
    ['linux', 'vscode', '/home/me/.config/Code/User/mcp.json'],
    ['darwin', 'claude', '/home/me/Library/Application Support/Claude/claude_desktop_config.json'],
    ['darwin', 'vscode', '/home/me/Library/Application Support/Code/User/mcp.json'],
  ] as const)('on %s of %s is %s', (platform, host, path) => {
    expect(hostFile(host, { platform, home: '/home/me', env: {} })).toBe(path)
  })

  it('is below the folder that the system names for settings', () => {
    const env = { APPDATA: '/roaming', XDG_CONFIG_HOME: '/settings' }
    expect(hostFile('claude', { platform: 'win32', home: '/u', env })).toContain('/roaming/Claude')
    expect(hostFile('vscode', { platform: 'linux', home: '/u', env })).toContain('/settings/Code')
  })
})

describe('an entry', () => {
  const read = async (path: string): Promise<unknown> => {
    const parsed = parseJson(await readFile(path, 'utf8'))
    return 'error' in parsed ? parsed : parsed.value
  }

  it('makes the file and its folder where there is none', async () => {
    const path = join(await temporaryFolder(), 'deep', 'mcp.json')
    await writeEntry(path, 'cursor', 'orrery', DEFINITION)
    expect(await read(path)).toEqual({ mcpServers: { orrery: DEFINITION } })
  })

  it('leaves everything else as it is, comments too, and takes the place of its own of before', async () => {
    const path = join(await temporaryFolder(), 'mcp.json')
    await writeFile(
      path,
      '{\n  // mine\n  "theme": "dark",\n  "mcpServers": { "other": { "command": "x" }, "orrery": { "command": "old" } }\n}\n',
    )
    await writeEntry(path, 'claude', 'orrery', DEFINITION)
    await writeEntry(path, 'claude', 'orrery', DEFINITION)
    expect(await readFile(path, 'utf8')).toContain('// mine')
    expect(await read(path)).toEqual({
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, orrery: DEFINITION },
    })
  })

  it('of VS Code asks for a secret once, beside what is asked already', async () => {
    const path = join(await temporaryFolder(), 'mcp.json')
    const definition = { url: 'https://x.test/mcp', headers: { Authorization: 'Bearer ${secret:key}' } }
    const mine = { type: 'promptString', id: 'mine', description: 'mine', password: true }
    await writeFile(path, JSON.stringify({ servers: {}, inputs: [mine] }))
    for (let again = 0; again < 2; again++) await writeEntry(path, 'vscode', 'x', definition)
    expect(await read(path)).toEqual({
      servers: {
        x: { type: 'http', url: 'https://x.test/mcp', headers: { Authorization: 'Bearer ${input:key}' } },
      },
      inputs: [mine, { type: 'promptString', id: 'key', description: 'key', password: true }],
    })
  })

  it('is not written into what is no JSON', async () => {
    const path = join(await temporaryFolder(), 'mcp.json')
    await writeFile(path, '{ "mcpServers": ')
    await expect(writeEntry(path, 'cursor', 'orrery', DEFINITION)).rejects.toMatchObject({
      code: 'CONNECTIONS_FILE_BROKEN',
    })
    expect(await readFile(path, 'utf8')).toBe('{ "mcpServers": ')
  })

  it('goes where a link leads', async () => {
    const folder = await temporaryFolder()
    const [real, link] = [join(folder, 'dotfiles', 'mcp.json'), join(folder, 'mcp.json')]
    await mkdir(join(folder, 'dotfiles'))
    await writeFile(real, '{}')
    await symlink(real, link)
    await writeEntry(link, 'cursor', 'orrery', DEFINITION)
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(await read(real)).toEqual({ mcpServers: { orrery: DEFINITION } })
  })
})
