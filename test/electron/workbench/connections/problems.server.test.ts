import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addEmbedded } from '../../../../electron/workbench/connections/embedded.ts'
import { ConnectionRegistry } from '../../../../electron/workbench/connections/registry.ts'
import { SecretMask } from '../../../../electron/node/secret-mask.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { bareHost } from '../bare-host.ts'

let folder: string
let registry: ConnectionRegistry

beforeEach(async () => {
  folder = await temporaryFolder()
  registry = new ConnectionRegistry(() => undefined)
})
afterEach(() => registry.dispose())

it('damage that a bundled server finds is reported to the user, and nothing else it prints', async () => {
  const server = join(folder, 'server.mjs')
  const lines = [
    'model-server info: quickstart',
    'model-server problem: /data/demo.jsonl is damaged: 2 of its lines cannot be read.',
    'problem: Sandbox sb-1 cannot be used.',
    'this is no problem: at all',
  ]
  await writeFile(server, `console.error(${JSON.stringify(lines.join('\n'))}); setInterval(() => {}, 1000)`)
  const told = new Set<string>()
  addEmbedded(registry, {
    host: bareHost(folder),
    programs: {
      node: process.execPath,
      env: {},
      foreignEnv: {},
      modelServer: server,
      players: server,
      sandboxServer: server,
    },
    dataFolder: folder,
    allowWrites: () => false,
    aroundWrite: (_tool, send) => send(),
    settings: () => ({}),
    listeners: () => ({
      onTrace: () => undefined,
      onNotification: () => undefined,
      onQuestion: () => Promise.reject(new Error('nobody is asked')),
      roots: () => ({ roots: [] }),
    }),
    placeholders: { env: {}, secret: () => Promise.resolve(undefined) },
    mask: new SecretMask(),
    onProblem: (problem) => told.add(problem),
  })
  await expect
    .poll(() => [...told].toSorted(), { timeout: 20_000 })
    .toEqual(['/data/demo.jsonl is damaged: 2 of its lines cannot be read.', 'Sandbox sb-1 cannot be used.'])
})
