import { isAbsolute } from 'node:path'
import type { Definitions as SharedDefinitions } from '#shared/workbench/areas/connections.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Definitions } from './connection-file.ts'
import {
  commandLine,
  launchOf,
  platformDefinitionSchema,
  reachOf,
  type ServerDefinition,
  serverDefinitionSchema,
} from './definition.ts'
import { previewImport } from './import.ts'
import type { OwnConnections } from './own-connections.ts'
import type { Roots } from './roots.ts'
import type { ConnectionRegistry } from './registry.ts'

/** The page's calls about connections. */
export function connectionCalls(
  registry: ConnectionRegistry,
  own: OwnConnections,
  roots: Roots,
  openExternal: (address: string) => Promise<void>,
  sample: ServerDefinition,
): AreaHandlers<'connections'> {
  const show = (definitions: Definitions): SharedDefinitions => ({
    file: own.file.path,
    servers: [...definitions.servers].map(([name, definition]) => ({ name, definition })),
    platforms: [...definitions.platforms].map(([name, definition]) => ({ name, definition })),
    refused: [...definitions.refused],
    error: definitions.error,
  })
  return {
    list: () => registry.list(),
    async start({ id }) {
      await registry.start(id)
      return null
    },
    async stop({ id }) {
      await registry.find(id).stop()
      return null
    },
    async restart({ id }) {
      await registry.restart(id)
      return null
    },
    token: async ({ id }) => ({ token: (await registry.platform(id).token?.()) ?? null }),
    log: ({ id }) => registry.find(id).log.all(),
    definition({ id }) {
      const { name } = registry.model(id).info
      if (registry.isEmbedded(id)) return { name: 'orrery', definition: sample }
      return { name, definition: own.file.definitions().servers.get(name) ?? {} }
    },
    definitions: () => show(own.file.definitions()),
    reload: async () => show(await own.load()),
    async save({ kind, name, definition }) {
      const id =
        kind === 'model'
          ? await own.saveServer(name, serverDefinitionSchema.parse(definition))
          : await own.savePlatform(name, platformDefinitionSchema.parse(definition))
      return { id }
    },
    async check({ definition }) {
      const finding = await own.checkPlatform(platformDefinitionSchema.parse(definition))
      return finding === undefined ? {} : { problem: finding.why, mended: finding.mended }
    },
    async remove({ id }) {
      if (registry.isEmbedded(id)) {
        throw workbenchError('EMBEDDED')
      }
      await own.remove(id)
      return null
    },
    previewImport({ text }) {
      const { servers, inputs, ...rest } = previewImport(text)
      return {
        ...rest,
        inputs: [...inputs],
        servers: servers.map(({ name, definition, problems }) => ({
          name,
          definition,
          problems: [...problems],
          summary: summaryOf(definition),
          launch: launchOf(definition),
        })),
      }
    },
    async signIn({ id, clientId, clientSecret }, { signal, report }) {
      const open = (address: URL): void => {
        report({ address: address.href })
        void openExternal(address.href).catch(() => undefined)
      }
      await registry.signIn(id).signIn({ clientId, clientSecret }, open, signal)
      await registry.restart(id)
      return null
    },
    async signOut({ id }) {
      await registry.signIn(id).signOut()
      await registry.restart(id)
      return null
    },
    roots: ({ id }) => [...roots.of(id)],
    async setRoots({ id, folders }) {
      const wrong = folders.find((folder) => !isAbsolute(folder))
      if (wrong !== undefined) throw workbenchError('ROOT_NOT_ABSOLUTE', { path: wrong })
      await roots.set(id, folders)
      await registry.model(id).noteRoots()
      return null
    },
    async consent({ id }) {
      await registry.consent(id)
      return null
    },
  }
}

function summaryOf(definition: Parameters<typeof reachOf>[0]): string {
  const reach = reachOf(definition)
  if (typeof reach === 'string') return ''
  return reach.kind === 'stdio' ? commandLine(reach.command, reach.args) : reach.url
}
