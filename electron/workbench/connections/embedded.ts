import { gemSettings, sandboxSettings, settingValue } from '#shared/workbench/settings/index.ts'
import type { LogLine } from '#shared/workbench/areas/connections.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Host, Programs } from '../host.ts'
import { ModelConnection } from '../models/model-connection.ts'
import { StdioTransport } from '../models/stdio-transport.ts'
import { commandLine, type ServerDefinition } from './definition.ts'
import { EmbeddedPlatform } from './embedded-platform.ts'
import type { Listeners } from './own-connections.ts'
import type { ConnectionRegistry } from './registry.ts'

/** The ids of the two servers that Orrery brings along. */
export const EMBEDDED_MODEL = 'embedded-model'
export const EMBEDDED_PLATFORM = 'embedded-platform'

export interface EmbeddedOptions {
  readonly host: Host
  readonly programs: Programs
  readonly dataFolder: string
  readonly sandboxArgs?: readonly string[]
  /** Whether the model server may change its model; asked at each of its starts. */
  allowWrites(): boolean
  /** What the person set, asked at each start of the sandbox server; `sandboxArgs` win over it. */
  settings(): Readonly<Record<string, unknown>>
  listeners(id: string): Listeners
  /** Told of something kept that a server found damaged, in the server's sentence. */
  onProblem(problem: string): void
}

/** How both servers tell on stderr what they found damaged. */
const PROBLEM = /^(?:model-server )?problem: (.+)/

function platformArgs(settings: Readonly<Record<string, unknown>>): string[] {
  const plugins = settingValue(gemSettings.plugins, settings)
  const python = settingValue(gemSettings.python, settings)
  return [
    '--runtime',
    settingValue(sandboxSettings.runtime, settings),
    '--network',
    networkArg(settings),
    ...(plugins === '' ? [] : ['--gem-plugins', plugins]),
    ...(python === '' ? [] : ['--gem-python', python]),
    '--gem-call-seconds',
    String(settingValue(gemSettings.callSeconds, settings)),
  ]
}

/** A list that is empty allows nobody, which is what was asked for. */
function networkArg(settings: Readonly<Record<string, unknown>>): string {
  const mode = settingValue(sandboxSettings.network, settings)
  const hosts = settingValue(sandboxSettings.allowedHosts, settings).replaceAll(/\s+/g, '')
  if (mode !== 'allow') return mode
  return hosts === '' ? 'none' : `allow:${hosts}`
}

/** How another program starts the sample model: with a store of its own in memory, since ours has the data folder. */
export const sampleModel = ({ node, env, modelServer }: Programs): ServerDefinition => {
  const asNode = env['ELECTRON_RUN_AS_NODE']
  return {
    command: node,
    args: [modelServer, '--quickstart'],
    ...(asNode === undefined ? {} : { env: { ELECTRON_RUN_AS_NODE: asNode } }),
  }
}

/** Adds and starts the two servers that Orrery brings along: the model server over stdio, the sandbox server on loopback. */
export function addEmbedded(registry: ConnectionRegistry, options: EmbeddedOptions): void {
  const { host, programs, dataFolder, sandboxArgs = [], listeners, allowWrites, settings } = options
  const command = programs.node
  const note = (id: string, lines: LogLine[]): void => {
    registry.logged(id, lines)
    for (const { source, text } of lines) {
      const [, problem] = (source === 'stderr' && PROBLEM.exec(text)) || []
      if (problem) options.onProblem(problem)
    }
  }
  const folder = join(dataFolder, 'model')
  // What was written stays, and stays visible when writing is forbidden again; until then nothing is put on the disk.
  const args = (): string[] => [
    programs.modelServer,
    '--quickstart',
    ...(allowWrites() || existsSync(folder)
      ? ['--graphstore', 'file.memory', '--data', folder]
      : ['--graphstore', 'memory']),
    ...(allowWrites() ? ['--enable-writes'] : []),
  ]
  const model = new ModelConnection({
    id: EMBEDDED_MODEL,
    name: 'Sample model',
    transport: 'embedded',
    workspace: 'demo',
    version: host.capabilities.version,
    routes: [
      {
        get label() {
          return commandLine(command, args())
        },
        open: (observer) => new StdioTransport({ command, args: args(), env: programs.env, observer }),
      },
    ],
    onChange: registry.changed,
    onLog: (lines) => note(EMBEDDED_MODEL, lines),
    ...listeners(EMBEDDED_MODEL),
  })
  const platform = new EmbeddedPlatform({
    id: EMBEDDED_PLATFORM,
    name: 'Local sandboxes',
    programs,
    data: join(dataFolder, 'sandboxes'),
    port: () => settingValue(sandboxSettings.port, settings()),
    tokenFile: join(dataFolder, 'sandbox-token'),
    extraArgs: () => [...platformArgs(settings()), ...sandboxArgs],
    onChange: registry.changed,
    onLog: (lines) => note(EMBEDDED_PLATFORM, lines),
  })
  for (const connection of [model, platform]) {
    registry.add({ connection, embedded: true })
    void connection.start()
  }
}
