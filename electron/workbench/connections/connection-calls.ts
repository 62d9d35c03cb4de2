import { isAbsolute } from 'node:path'
import type {
  Definitions as SharedDefinitions,
  ImportPreview as SharedPreview,
} from '#shared/workbench/areas/connections.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { telemetryDefinitionSchema } from '#shared/telemetry/definition.ts'
import { readBundle, unpackBundle } from './bundle.ts'
import type { Definitions } from './connection-file.ts'
import {
  commandLine,
  launchOf,
  platformDefinitionSchema,
  reachOf,
  type ServerDefinition,
  serverDefinitionSchema,
} from './definition.ts'
import { hostFile, writeEntry } from './host-file.ts'
import { type ImportPreview, previewImport } from './import.ts'
import type { OwnConnections } from './own-connections.ts'
import type { Roots } from './roots.ts'
import { whatAnswers } from './what-answers.ts'
import type { ConnectionRegistry } from './registry.ts'

/** The page's calls about connections. */
export function connectionCalls(
  registry: ConnectionRegistry,
  own: OwnConnections,
  roots: Roots,
  openExternal: (address: string) => Promise<void>,
  sample: (id: string) => { name: string; definition: ServerDefinition },
  bundles: string,
): AreaHandlers<'connections'> {
  const show = (definitions: Definitions): SharedDefinitions => ({
    file: own.file.path,
    servers: [...definitions.servers].map(([name, definition]) => ({ name, definition })),
    platforms: [...definitions.platforms].map(([name, definition]) => ({ name, definition })),
    telemetry: [...definitions.telemetry].map(([name, definition]) => ({ name, definition })),
    refused: [...definitions.refused],
    error: definitions.error,
  })
  const elsewhere = (id: string): { name: string; definition: ServerDefinition } => {
    const { name } = registry.model(id).info
    if (registry.isEmbedded(id)) return sample(id)
    return { name, definition: own.file.definitions().servers.get(name) ?? {} }
  }
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
    definition: ({ id }) => ({
      ...elsewhere(id),
      files: { claude: hostFile('claude'), cursor: hostFile('cursor'), vscode: hostFile('vscode') },
    }),
    async writeEntry({ id, host }) {
      const { name, definition } = elsewhere(id)
      const path = hostFile(host)
      await writeEntry(path, host, name, definition)
      return { path }
    },
    definitions: () => show(own.file.definitions()),
    reload: async () => show(await own.load()),
    async save({ kind, name, definition }) {
      if (kind === 'model')
        return { id: await own.saveServer(name, serverDefinitionSchema.parse(definition)) }
      if (kind === 'platform')
        return { id: await own.savePlatform(name, platformDefinitionSchema.parse(definition)) }
      return { id: await own.saveTelemetry(name, telemetryDefinitionSchema.parse(definition)) }
    },
    async check({ kind, definition }) {
      if (kind === 'telemetry')
        return { problem: await own.checkTelemetry(telemetryDefinitionSchema.parse(definition)) }
      const finding = await own.checkPlatform(platformDefinitionSchema.parse(definition))
      return { problem: finding?.why, mended: finding?.mended }
    },
    async remove({ id }) {
      if (registry.isEmbedded(id)) {
        throw workbenchError('EMBEDDED')
      }
      await own.remove(id)
      return null
    },
    previewImport({ text }) {
      return shown(previewImport(text))
    },
    async whatAnswers({ url }) {
      const { service, why } = await whatAnswers(url)
      return { service, ...why }
    },
    previewBundle({ base64 }) {
      const { name, definition, inputs } = readBundle(Buffer.from(base64, 'base64'), bundles)
      return shown({ format: 'single', servers: [{ name, definition, problems: [] }], inputs })
    },
    async keepBundle({ base64 }) {
      await unpackBundle(Buffer.from(base64, 'base64'), bundles)
      return null
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

function shown({ servers, inputs, ...rest }: ImportPreview): SharedPreview {
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
}

function summaryOf(definition: Parameters<typeof reachOf>[0]): string {
  const reach = reachOf(definition)
  if (typeof reach === 'string') return ''
  return reach.kind === 'stdio' ? commandLine(reach.command, reach.args) : reach.url
}
