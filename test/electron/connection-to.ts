import { spawn } from 'node:child_process'
import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import { expect, vi } from 'vitest'
import type { ServerDefinition } from '../../electron/workbench/connections/definition.ts'
import { routesOf } from '../../electron/workbench/connections/own-connections.ts'
import {
  ModelConnection,
  type ModelConnectionOptions,
} from '../../electron/workbench/models/model-connection.ts'

/** What a test started and has to stop. */
export type Ending = (() => unknown)[]

/** Manages the programs and servers of one test file. */
export function whatRuns() {
  const ending: Ending = []
  return {
    ending,
    end: async (): Promise<void> => {
      for (const end of ending.splice(0).toReversed()) await end()
    },
    /** Starts a program that serves a URL. */
    async served(args: readonly string[], env: NodeJS.ProcessEnv, address: RegExp): Promise<string> {
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      })
      ending.push(() => child.kill('SIGKILL'))
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await vi.waitFor(() => expect(said).toMatch(address), 20_000)
      return address.exec(said)?.[0] ?? ''
    },
  }
}

/** A connection as `connections.json` would create it, with its recorded events. */
export function connectionTo(
  definition: ServerDefinition,
  ending: Ending,
  options: Partial<ModelConnectionOptions> = {},
) {
  const told: Notification[] = []
  const { routes } = routesOf(definition, {}, { env: {}, secret: () => Promise.resolve(undefined) })
  const ignore = () => undefined
  const connection = new ModelConnection({
    id: 'tried',
    name: 'tried',
    transport: definition.url === undefined ? 'stdio' : 'http',
    workspace: 'demo',
    version: '0',
    routes,
    onChange: ignore,
    onLog: ignore,
    onTrace: ignore,
    onNotification: (one) => told.push(one),
    onQuestion: () => Promise.resolve({ action: 'accept', content: { colour: 'red' } }),
    roots: () => ({ roots: [] }),
    ...options,
  })
  ending.push(() => connection.dispose())
  return { connection, told }
}
