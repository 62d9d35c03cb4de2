import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modelServer = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')

/** Adds a model server with its own sample to the workbench, over the contract, and lets it start. */
export function addModelServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  return addServer(page, name, [modelServer, '--quickstart', '--graphstore', 'memory', ...args])
}

/** Adds a server that is not ours: its index may list no elements. */
export function addSyntheticServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  return addServer(page, name, [join(root, 'test/bench/explorer/sample-server.mjs'), ...args])
}

/** Writes entities and relations with a tool of a connection that allows writes. */
export async function writeTo(
  page: Page,
  connection: string,
  change: Record<string, unknown>,
): Promise<void> {
  const said = await page.evaluate(
    async (input) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/channel`, [
        'orrery',
        localStorage.getItem('orrery-key') ?? '',
      ])
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
      const answer = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => {
          if ((JSON.parse(String(data)) as { id?: number }).id === 1) resolve(String(data))
        }),
      )
      socket.send(JSON.stringify({ type: 'call', id: 1, name: 'models.callTool', input }))
      const text = await answer
      socket.close()
      return text
    },
    { connection, tool: 'entity_write', arguments: change },
  )
  if (!said.includes('"ok":true')) throw new Error(said.slice(0, 500))
}

async function addServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  const definition = { command: process.execPath, args }
  await page.evaluate(
    async ({ name, definition }) => {
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
              error?: { message: string }
            }
            if (message.id !== id) return
            if (message.type === 'done') resolve(undefined)
            else if (message.error) reject(new Error(message.error.message))
          })
          socket.send(JSON.stringify({ type: 'call', id, name: procedure, input }))
        })
      await call(1, 'connections.save', { kind: 'model', name, definition })
      await call(2, 'connections.consent', { id: `model:${name}` })
      socket.close()
    },
    { name, definition },
  )
}
