import { describe, expect, it } from 'vitest'
import { hostConfiguration, MCP_HOSTS, secretsOf } from '#shared/workbench/host-configuration.ts'
import { previewImport } from '../../../electron/workbench/connections/import.ts'

const local = {
  command: '/usr/bin/node',
  args: ['server.mjs', '--quickstart'],
  env: { KEY: '${secret:my key}', MODE: 'x' },
  workspace: 'demo',
  autoApprove: ['echo'],
}
const remote = {
  type: 'http',
  url: 'https://mcp.example.org/mcp',
  headers: { authorization: 'Bearer ${secret:my key}' },
}

describe('a server for another host', () => {
  it.each([
    ['claude', local, { mcpServers: { s: { ...shared(local), env: { KEY: '${MY_KEY}', MODE: 'x' } } } }],
    ['cursor', local, { mcpServers: { s: { ...shared(local), env: { KEY: '${env:MY_KEY}', MODE: 'x' } } } }],
    [
      'vscode',
      local,
      {
        servers: { s: { type: 'stdio', ...shared(local), env: { KEY: '${input:my key}', MODE: 'x' } } },
        inputs: [{ type: 'promptString', id: 'my key', description: 'my key', password: true }],
      },
    ],
    [
      'claude',
      remote,
      {
        mcpServers: { s: { type: 'http', url: remote.url, headers: { authorization: 'Bearer ${MY_KEY}' } } },
      },
    ],
    [
      'cursor',
      remote,
      { mcpServers: { s: { url: remote.url, headers: { authorization: 'Bearer ${env:MY_KEY}' } } } },
    ],
    [
      'vscode',
      { url: 'http://a/sse', type: 'sse' },
      { servers: { s: { type: 'sse', url: 'http://a/sse' } } },
    ],
  ] as const)('is written as %s has it', (host, definition, file) => {
    expect(JSON.parse(hostConfiguration(host, 's', definition))).toEqual(file)
  })

  it.each(MCP_HOSTS)('is read again from the file of %s', (host) => {
    const { servers, error } = previewImport(
      hostConfiguration(host, 'mine', { command: 'npx', args: ['-y', 'x'] }),
    )
    expect(error).toBeUndefined()
    expect(servers).toMatchObject([
      { name: 'mine', definition: { command: 'npx', args: ['-y', 'x'] }, problems: [] },
    ])
  })

  it('names the secrets that stay here', () => {
    expect([secretsOf(local), secretsOf({ command: 'x' })]).toEqual([['my key'], []])
  })
})

function shared({ command, args }: typeof local): object {
  return { command, args }
}
