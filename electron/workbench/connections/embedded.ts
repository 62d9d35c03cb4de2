import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gemSettings, sandboxSettings, settingValue } from '#shared/workbench/settings/index.ts'
import { JOB_HOURS } from '#shared/workbench/areas/sandboxes.ts'
import type { LogLine } from '#shared/workbench/areas/connections.ts'
import {
  EMBEDDED_INCIDENT,
  EMBEDDED_LOGS,
  EMBEDDED_METRICS,
  EMBEDDED_MODEL,
  EMBEDDED_PLATFORM,
} from '#shared/workbench/embedded.ts'
import { defaultStart } from '#shared/documents/sandboxes.ts'
import type { Protocol } from '#shared/telemetry/answer.ts'
import type { SecretMask } from '../../node/secret-mask.ts'
import type { Placeholders } from '../../node/placeholders.ts'
import type { Host, Programs } from '../host.ts'
import { type AroundWrite, ModelConnection } from '../models/model-connection.ts'
import { StdioTransport } from '../models/stdio-transport.ts'
import { recordedConnections } from '../telemetry/recorded/recorded-connections.ts'
import { commandLine, type ServerDefinition } from './definition.ts'
import type { Listeners } from './own-connections.ts'
import { EmbeddedPlatform } from './embedded-platform.ts'
import { nodeOptionsFor } from './model-room.ts'
import type { ConnectionRegistry } from './registry.ts'

const RECORDED: Readonly<Record<Protocol, { readonly id: string; readonly name: string }>> = {
  prometheus: { id: EMBEDDED_METRICS, name: 'Recorded metrics' },
  elasticsearch: { id: EMBEDDED_LOGS, name: 'Recorded logs' },
}

export interface EmbeddedOptions {
  readonly host: Host
  readonly programs: Programs
  readonly dataFolder: string
  /** Whether the model server may change its model; called on each of its starts. */
  allowWrites(): boolean
  /** The settings; called on each start of the sandbox server. */
  settings(): Readonly<Record<string, unknown>>
  listeners(id: string): Listeners
  readonly placeholders: Placeholders
  readonly mask: SecretMask
  /** Runs the writes to the model server. */
  readonly aroundWrite: AroundWrite
  /** Called with the server's message when it finds damaged data. */
  onProblem(problem: string): void
}

/** How both servers report damaged data on stderr. */
const PROBLEM = /^(?:model-server )?problem: (.+)/

function platformArgs(settings: Readonly<Record<string, unknown>>): string[] {
  const plugins = settingValue(gemSettings.plugins, settings)
  const python = settingValue(gemSettings.python, settings)
  return [
    '--runtime',
    settingValue(sandboxSettings.runtime, settings),
    '--network',
    networkArg(settings),
    // As the start dialog begins with, so that a shell with the defaults gets the same.
    '--default-memory',
    defaultStart.memory,
    '--job-hours',
    String(JOB_HOURS),
    ...(plugins === '' ? [] : ['--gem-plugins', plugins]),
    ...(python === '' ? [] : ['--gem-python', python]),
    '--gem-call-seconds',
    String(settingValue(gemSettings.callSeconds, settings)),
  ]
}

/** An empty list means that no host is allowed. */
function networkArg(settings: Readonly<Record<string, unknown>>): string {
  const mode = settingValue(sandboxSettings.network, settings)
  const hosts = settingValue(sandboxSettings.allowedHosts, settings).replaceAll(/\s+/g, '')
  if (mode !== 'allow') return mode
  return hosts === '' ? 'none' : `allow:${hosts}`
}

const INCIDENT_ARGS = [
  '--quickstart',
  '--quickstart-sample',
  'incident-telemetry',
  '--quickstart-workspace',
  'incident',
]

/** How another program starts a sample model: with an in-memory store, because the workbench has locked the data folder. */
export const sampleModel =
  ({ node, env, modelServer }: Programs) =>
  (id: string): { name: string; definition: ServerDefinition } => {
    const asNode = env['ELECTRON_RUN_AS_NODE']
    const ofIncident = id === EMBEDDED_INCIDENT
    return {
      name: ofIncident ? 'orrery-incident' : 'orrery',
      definition: {
        command: node,
        args: [modelServer, ...(ofIncident ? INCIDENT_ARGS : ['--quickstart'])],
        env: asNode === undefined ? undefined : { ELECTRON_RUN_AS_NODE: asNode },
      },
    }
  }

/**
 * Registers the embedded connections and starts the two common servers: the model server over stdio, the sandbox server on
 * loopback. The incident sample's model and telemetry start on demand.
 */
export function addEmbedded(registry: ConnectionRegistry, options: EmbeddedOptions): void {
  const { host, programs, dataFolder, listeners, allowWrites, settings, placeholders, mask } = options
  const command = programs.node
  const note = (id: string, lines: LogLine[]): void => {
    registry.logged(id, lines)
    for (const { source, text } of lines) {
      const [, problem] = (source === 'stderr' && PROBLEM.exec(text)) || []
      if (problem) options.onProblem(problem)
    }
  }
  const folder = join(dataFolder, 'model')
  // Existing changes stay visible when writing is disabled again; without any, nothing is stored on disk.
  const args = (): string[] => [
    ...nodeOptionsFor(folder),
    programs.modelServer,
    '--quickstart',
    ...(allowWrites() || existsSync(folder)
      ? ['--graphstore', 'file.memory', '--data', folder]
      : ['--graphstore', 'memory']),
    ...(allowWrites() ? ['--enable-writes'] : []),
  ]
  const model = (
    id: string,
    name: string,
    workspace: string,
    argsNow: () => readonly string[],
    before?: () => void,
  ): ModelConnection =>
    new ModelConnection({
      id,
      name,
      transport: 'embedded',
      workspace,
      version: host.capabilities.version,
      routes: [
        {
          get label() {
            return commandLine(command, argsNow())
          },
          open(observer) {
            before?.()
            return new StdioTransport({ command, args: argsNow(), env: programs.env, observer })
          },
        },
      ],
      onChange: registry.changed,
      onLog: (lines) => note(id, lines),
      ...(id === EMBEDDED_MODEL ? { aroundWrite: options.aroundWrite } : {}),
      ...listeners(id),
    })
  const recorded = recordedConnections((protocol) => ({
    ...RECORDED[protocol],
    placeholders,
    mask,
    onChange: registry.changed,
    onLog: (lines) => registry.logged(RECORDED[protocol].id, lines),
  }))
  const incident = model(
    EMBEDDED_INCIDENT,
    'Incident sample',
    'incident',
    () => [programs.modelServer, ...INCIDENT_ARGS],
    () => recorded.forEach((connection) => void connection.start()),
  )
  const platform = new EmbeddedPlatform({
    id: EMBEDDED_PLATFORM,
    name: 'Local sandboxes',
    programs,
    data: join(dataFolder, 'sandboxes'),
    port: () => settingValue(sandboxSettings.port, settings()),
    tokenFile: join(dataFolder, 'sandbox-token'),
    extraArgs: () => platformArgs(settings()),
    onChange: registry.changed,
    onLog: (lines) => note(EMBEDDED_PLATFORM, lines),
  })
  for (const connection of [model(EMBEDDED_MODEL, 'Sample model', 'demo', args), platform]) {
    registry.add({ connection, embedded: true })
    void connection.start()
  }
  for (const connection of [incident, ...recorded]) registry.add({ connection, embedded: true })
}
