import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modelServer = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')

/** Adds a model server with its own sample to the workbench through the contract, and starts it. */
export function addModelServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  return addServer(page, name, [modelServer, '--quickstart', '--graphstore', 'memory', ...args])
}

/** Adds a model server without any elements, to which one may write. */
export function addEmptyServer(page: Page, name: string): Promise<void> {
  return addServer(page, name, [modelServer, '--graphstore', 'memory', '--enable-writes'])
}

/** Adds a foreign server, whose index may list no elements. */
export function addSyntheticServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  return addServer(page, name, [join(root, 'test/bench/explorer/sample-server.mjs'), ...args])
}

/** Writes entities and relations with a tool of a writable connection. */
export async function writeTo(
  page: Page,
  connection: string,
  change: Record<string, unknown>,
): Promise<void> {
  const input = { connection, tool: 'entity_write', arguments: change }
  const said = JSON.stringify(await callCore(page, [['models.callTool', input]]))
  if (!said.includes('"ok":true')) throw new Error(said.slice(0, 500))
}

/** An entity as `entity_write` takes it, alive until the year 2096. */
export const newEntity = (type: string, id: string, name: string): Record<string, unknown> => ({
  __domain__: type.slice(0, type.indexOf('.')),
  __entity_type__: type,
  __entity_id__: id.padStart(32, '0'),
  __method__: 'Create',
  __first_observed_time__: 1_700_000_000,
  __last_observed_time__: 4_000_000_000,
  display_name: name,
})

async function addServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  const definition = { command: process.execPath, args }
  await callCore(page, [
    ['connections.save', { kind: 'model', name, definition }],
    ['connections.consent', { id: `model:${name}` }],
  ])
}

/** Calls the core over a separate channel, sequentially. @returns the result of each call */
function callCore(
  page: Page,
  calls: readonly (readonly [procedure: string, input: unknown])[],
): Promise<unknown[]> {
  return page.evaluate(async (asked) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/channel`, [
      'orrery',
      localStorage.getItem('orrery-key') ?? '',
    ])
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    const call = (id: number, procedure: string, input: unknown): Promise<unknown> =>
      new Promise((resolve, reject) => {
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(String(data)) as {
            type: string
            id: number
            output?: unknown
            error?: { message: string }
          }
          if (message.id !== id) return
          if (message.type === 'done') resolve(message.output)
          else if (message.error) reject(new Error(message.error.message))
        })
        socket.send(JSON.stringify({ type: 'call', id, name: procedure, input }))
      })
    const outputs: unknown[] = []
    for (const [place, [procedure, input]] of asked.entries())
      outputs.push(await call(place + 1, procedure, input))
    socket.close()
    return outputs
  }, calls)
}
