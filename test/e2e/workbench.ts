import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, type BrowserContext } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, process.env['ORRERY_DIST'] ?? 'dist')

/**
 * Artificial delay of every message in milliseconds: reveals missing waits that only fail on slow machines.
 */
const latency = Number(process.env['ORRERY_E2E_LATENCY'] ?? 0)

/** Runs in the page, before its own scripts. Preserves message order. */
export function delayMessages(milliseconds: number): void {
  const listen = WebSocket.prototype.addEventListener
  WebSocket.prototype.addEventListener = function (
    this: WebSocket,
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) {
    if (type !== 'message' || typeof listener !== 'function')
      return listen.call(this, type, listener, options)
    listen.call(
      this,
      type,
      (event) => void setTimeout(() => listener.call(this, event), milliseconds),
      options,
    )
  }
}

/** A separate workbench: the real web host with both real servers and an empty data folder. */
export interface Workbench {
  readonly url: string
  readonly data: string
  readonly process: ChildProcess
  /** Authenticates a browser context; needed once per context. */
  admit(context: BrowserContext): Promise<void>
  /** Called before each test with its file. */
  begin?(file: string): Promise<void>
}

async function firstAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(text)
      if (found) resolve(found[0])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The web host ended with ${code}: ${text}`)))
  })
}

export interface StartOptions {
  /** Passed to the web host. */
  readonly args?: readonly string[]
  /** A data folder of the caller, which is not deleted at stop. */
  readonly data?: string
  /** Fills the data folder before the start. */
  prepare?(data: string): Promise<void>
}

/** Starts a web host, which the caller must stop. */
export async function startWorkbench({ args = [], data: given, prepare }: StartOptions = {}): Promise<
  Workbench & { stop(): Promise<void> }
> {
  const data = given ?? (await mkdtemp(join(tmpdir(), 'orrery-e2e-')))
  await prepare?.(data)
  const child = spawn(
    process.execPath,
    [join(dist, 'web.mjs'), '--no-open', '--port', '0', '--data', data, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const address = await firstAddress(child)
  const entry = await fetch(address, { redirect: 'manual' })
  const cookie = /^([^=]+)=([^;]+)/.exec(entry.headers.get('set-cookie') ?? '')
  const key = new URL(entry.headers.get('location') ?? '/', address).searchParams.get('key') ?? ''
  const url = new URL('/', address).href
  return {
    url,
    data,
    process: child,
    async admit(context) {
      if (latency > 0) await context.addInitScript(delayMessages, latency)
      await context.addCookies([
        { name: cookie?.[1] ?? '', value: cookie?.[2] ?? '', url, httpOnly: true, sameSite: 'Strict' },
      ])
      // The other part of the session, as the page stores it (renderer/app/workbench.ts).
      await context.addInitScript(
        ({ origin, key }) => {
          if (location.origin !== origin) return
          localStorage.setItem('orrery-key', key)
          // Skips the start page; its own tests open it.
          localStorage.setItem('orrery-start-closed', '1')
        },
        { origin: new URL(url).origin, key },
      )
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await gone
      if (given === undefined) await rm(data, { recursive: true, force: true })
    },
  }
}

/**
 * A workbench for the files that a worker runs, one after the other: a new one for each, so that none finds what the tests of
 * another left, whatever the order.
 */
async function workbenchPerFile(): Promise<Workbench & { stop(): Promise<void> }> {
  let own = await startWorkbench()
  let begun: string | undefined
  return {
    get url() {
      return own.url
    },
    get data() {
      return own.data
    },
    get process() {
      return own.process
    },
    admit: (context) => own.admit(context),
    stop: () => own.stop(),
    async begin(file) {
      if (begun !== undefined && begun !== file) {
        await own.stop()
        own = await startWorkbench()
      }
      begun = file
    },
  }
}

/**
 * `test` with a workbench per file. The page is authenticated but not loaded: `await
 * page.goto(workbench.url + '#/query')`.
 */
export const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      void browser
      const workbench = await workbenchPerFile()
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, workbench }, use, { file }) => {
    await workbench.begin?.(file)
    await workbench.admit(context)
    await use(context)
    // Tests of a file share the workbench: reset the chosen server, and what is collapsed, hidden and pinned.
    await Promise.all(context.pages().map((page) => page.close()))
    for (const kept of ['workbench/chosen-connections.json', 'explorer'])
      await rm(join(workbench.data, 'documents', kept), { force: true, recursive: true, maxRetries: 3 })
  },
})

export { expect } from '@playwright/test'
