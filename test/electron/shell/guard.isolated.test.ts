import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'

/**
 * Electron cannot run here, so its objects are replaced by recorders, and the tests check the calls made. The types are checked
 * against Electron's own, and `test/e2e/electron.spec.ts` runs the real thing if its binary is present.
 */
const opened: string[] = []
vi.mock('electron', () => ({
  app: { on: vi.fn() },
  shell: { openExternal: (url: string) => void opened.push(url) },
  net: { fetch: () => Promise.resolve(new Response('<title>Orrery</title>')) },
  protocol: { registerSchemesAsPrivileged: vi.fn() },
}))

const { guardContents, guardPermissions, isOwnPage, mayFrame, mayOpen } =
  await import('../../../electron/shell/guard.ts')
const { Downloads } = await import('../../../electron/workbench/sandboxes/downloads.ts')
const { Uploads } = await import('../../../electron/workbench/sandboxes/uploads.ts')
const { pageFile, servePages } = await import('../../../electron/shell/protocol.ts')

beforeEach(() => opened.splice(0))

describe('addresses', () => {
  it.each([
    ['app://orrery/', true],
    ['app://orrery/index.html', true],
    ['app://orrery.evil/', false],
    ['app://other/', false],
    ['https://orrery/', false],
    ['file:///etc/passwd', false],
    ['', false],
  ])('%s is our page: %s', (url, own) => expect(isOwnPage(url)).toBe(own))

  it.each([
    ['https://example.com', true],
    ['http://127.0.0.1:8080/', true],
    ['mailto:a@example.com', true],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['data:text/html,x', false],
    ['smb://host/share', false],
    ['nonsense', false],
  ])('%s may be opened outside: %s', (url, may) => expect(mayOpen(url)).toBe(may))

  it.each([
    ['http://127.0.0.1:43210/', true],
    ['http://127.0.0.1:43210/deep/page?q=1', true],
    ['http://127.0.0.1/', false],
    ['http://user:word@127.0.0.1:43210/', false],
    ['https://127.0.0.1:43210/', false],
    ['http://127.0.0.1.evil.example:43210/', false],
    ['http://localhost:43210/', false],
    ['app://orrery/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['nonsense', false],
  ])('%s may be shown in a panel: %s', (url, may) => expect(mayFrame(url)).toBe(may))

  it.each([
    ['app://orrery/', '/pages/index.html'],
    ['app://orrery/assets/a.js', '/pages/assets/a.js'],
    ['app://orrery/assets/../index.html', '/pages/index.html'],
    ['app://orrery/..%2fsecret', undefined],
    ['app://orrery/%2e%2e/%2e%2e/etc/passwd', '/pages/etc/passwd'],
    ['app://orrery/..%5c..%5csecret', '/pages/..\\..\\secret'],
    ['app://orrery/%00', undefined],
    ['app://other/index.html', undefined],
  ])('%s is served from %s', (url, file) => expect(pageFile('/pages', url)).toBe(file))
})

describe('permissions', () => {
  interface Details {
    readonly isMainFrame: boolean
    readonly requestingUrl: string
    readonly isDirectory?: boolean
    readonly fileAccessType?: string
  }
  type Request = (
    contents: { getURL(): string },
    permission: string,
    callback: (allowed: boolean) => void,
    details: Details,
  ) => void
  type Check = (
    contents: { getURL(): string } | null,
    permission: string,
    origin: string,
    details: Details,
  ) => boolean
  const session = {
    request: undefined as Request | undefined,
    check: undefined as Check | undefined,
    device: undefined as (() => boolean) | undefined,
  }
  guardPermissions({
    setPermissionRequestHandler: (handler: Request) => (session.request = handler),
    setPermissionCheckHandler: (handler: Check) => (session.check = handler),
    setDevicePermissionHandler: (handler: () => boolean) => (session.device = handler),
  } as never)

  it.each([
    ['app://orrery/', 'notifications', true],
    ['app://orrery/', 'clipboard-sanitized-write', true],
    // A link in a query is opened from there.
    ['app://orrery/', 'clipboard-read', true],
    ['https://evil.example/', 'clipboard-read', false],
    ['app://orrery/', 'media', false],
    ['app://orrery/', 'geolocation', false],
    ['app://orrery/', 'openExternal', false],
    ['https://evil.example/', 'notifications', false],
  ])('%s asking for %s gets %s', (url, permission, allowed) => {
    const contents = { getURL: () => url }
    const answers = (isMainFrame: boolean, requestingUrl: string) => {
      let answer: boolean | undefined
      const details = { isMainFrame, requestingUrl }
      session.request?.(contents, permission, (given) => (answer = given), details)
      return [answer, session.check?.(contents, permission, requestingUrl, details)]
    }
    expect(answers(true, url)).toEqual([allowed, allowed])
    // A sandbox's page in a panel gets no permissions, whatever the embedding page has.
    expect(answers(false, url)).toEqual([false, false])
    expect(answers(true, 'http://127.0.0.1:43210/')).toEqual([false, false])
  })

  it.each([
    ['app://orrery/', false, 'writable', true],
    ['app://orrery/', false, 'readable', false],
    ['app://orrery/', true, 'writable', false],
    ['http://127.0.0.1:43210/', false, 'writable', false],
  ])(
    '%s, asking for a file (folder %s, %s) that was chosen, gets %s',
    (url, isDirectory, access, allowed) => {
      const details = { isMainFrame: false, requestingUrl: url, isDirectory, fileAccessType: access }
      const contents = { getURL: () => 'app://orrery/' }
      expect(session.check?.(contents, 'fileSystem', url, details)).toBe(allowed)
    },
  )

  it('gives no device to anyone', () => expect(session.device?.()).toBe(false))
})

describe('navigation', () => {
  function contents() {
    const events = new EventEmitter() as EventEmitter & { setWindowOpenHandler?: unknown }
    let open: ((details: { url: string }) => { action: string }) | undefined
    events.setWindowOpenHandler = (handler: typeof open) => (open = handler)
    guardContents(events as never)
    const prevented = (name: string, url?: string, isMainFrame = true): boolean => {
      const event = {
        url,
        isMainFrame,
        defaultPrevented: false,
        preventDefault: () => (event.defaultPrevented = true),
      }
      events.emit(name, event)
      return event.defaultPrevented
    }
    return { prevented, open: (url: string) => open?.({ url }) }
  }

  it('stays on our page, in every frame', () => {
    const { prevented } = contents()
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect([prevented(name, 'app://orrery/'), prevented(name, 'https://evil.example/')]).toEqual([
        false,
        true,
      ])
    }
  })

  it.each(['will-frame-navigate', 'will-redirect'])(
    'lets a frame show pages of sandboxes and nothing else: %s',
    (name) => {
      const { prevented } = contents()
      expect(prevented(name, 'http://127.0.0.1:43210/', false)).toBe(false)
      for (const url of ['app://orrery/', 'https://evil.example/', 'http://localhost:1/', 'about:blank'])
        expect(prevented(name, url, false), url).toBe(true)
      expect(prevented(name, 'http://127.0.0.1:43210/', true)).toBe(true)
    },
  )

  it('embeds nothing', () => expect(contents().prevented('will-attach-webview')).toBe(true))

  it('opens no window; web addresses go to the browser, others nowhere', () => {
    const { open } = contents()
    expect([open('https://example.com/'), open('javascript:alert(1)'), open('file:///etc/passwd')]).toEqual([
      { action: 'deny' },
      { action: 'deny' },
      { action: 'deny' },
    ])
    expect(opened).toEqual(['https://example.com/'])
  })
})

describe('the page', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery-page-'))
    await mkdir(join(folder, 'page'))
    await writeFile(join(folder, 'page', 'index.html'), '<title>Orrery</title>')
    await writeFile(join(folder, 'secret.txt'), 'secret')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const desk = { downloads: new Downloads(), uploads: new Uploads() }

  async function load(
    url: string,
    asked: RequestInit & { readonly origin?: string } = {},
  ): Promise<Response> {
    let serve: ((request: Request) => Promise<Response>) | undefined
    const protocol = {
      handle: (_scheme: string, handler: typeof serve) => {
        serve = handler
      },
    }
    servePages({ protocol } as never, join(folder, 'page'), desk)
    const { origin, ...init } = asked
    const answer = await serve?.(new Request(url, { ...init, headers: origin ? { origin } : {} }))
    if (!answer) throw new Error('Nothing is served.')
    return answer
  }

  it('is served with a policy that lets in nothing but itself', async () => {
    const { status, headers } = await load('app://orrery/')
    const policy = headers.get('content-security-policy') ?? ''
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        'frame-src http://127.0.0.1:*',
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(policy.replace('frame-src http://127.0.0.1:*', '')).not.toMatch(/unsafe-eval|http:|\*/)
  })

  it.each(['app://orrery/..%2fsecret.txt', 'app://orrery/%2e%2e/secret.txt', 'app://evil/index.html'])(
    'is all that is served: not %s',
    async (url) => expect((await load(url)).status).toBe(404),
  )

  describe('sends and fetches files', () => {
    const PART = Buffer.alloc(1024 * 1024, 'x')
    let ended: Promise<string>
    let ticket: string
    let cancel: AbortController
    const offer = (parts: () => AsyncIterable<Buffer>): void => {
      cancel = new AbortController()
      const told = { ticket: (given: string) => (ticket = given), sent: () => undefined }
      ended = desk.downloads.offer({ name: 'set.tar', size: undefined, parts }, cancel.signal, told).then(
        () => 'whole',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      )
    }
    const many = (count: number) =>
      async function* () {
        for (let n = 0; n < count; n++) yield PART
      }

    it('a download, once, as one stream', async () => {
      offer(many(20))
      const content = await load(`app://orrery/download/${ticket}`, { origin: 'app://orrery' })
      expect((await content.arrayBuffer()).byteLength).toBe(20 * PART.length)
      expect(await ended).toBe('whole')
      expect((await load(`app://orrery/download/${ticket}`)).status).toBe(404)
    })

    it('a download that the page does not finish is read no further', async () => {
      let read = 0
      offer(async function* () {
        for (; ; read++) yield PART
      })
      const { body } = await load(`app://orrery/download/${ticket}`)
      await body?.cancel()
      expect(await ended).toBe('DOWNLOAD_ENDED')
      expect(read).toBeLessThan(20)
    })

    it('a download that breaks off, as one that broke off', async () => {
      offer(async function* () {
        yield PART
        throw new Error('tar was killed')
      })
      const content = await load(`app://orrery/download/${ticket}`)
      await expect(content.arrayBuffer()).rejects.toThrow('tar was killed')
      expect(await ended).toBe('tar was killed')
    })

    it('the parts of an upload, as one stream into the sandbox', async () => {
      const id = desk.uploads.begin({ platform: 'p', sandboxId: 's', path: '/root/data.bin' })
      const content = desk.uploads.content(id, 12 * PART.length)
      const whole = content.then(({ stream }) => buffer(stream))
      for (let n = 0; n < 12; n += 4) {
        const body = Buffer.alloc(4 * PART.length, n)
        expect((await load(`app://orrery/upload/${id}`, { method: 'POST', body })).status).toBe(204)
      }
      const bytes = await whole
      expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([12 * PART.length, 0, 8])
      desk.uploads.drop(id)
      expect((await load(`app://orrery/upload/${id}`, { method: 'POST', body: 'x' })).status).toBe(404)
    })

    it.each([
      ['a frame of a sandbox, a download', 'download', { origin: 'http://127.0.0.1:8000' }, 403],
      ['a frame of a sandbox, an upload', 'upload', { method: 'POST', origin: 'http://127.0.0.1:8000' }, 403],
      ['another way to fetch', 'download', { method: 'POST' }, 405],
      ['another way to send', 'upload', { method: 'GET' }, 405],
    ])('to nobody else: %s', async (_what, way, asked, status) => {
      offer(many(1))
      expect((await load(`app://orrery/${way}/${ticket}`, asked)).status).toBe(status)
      const content = await load(`app://orrery/download/${ticket}`)
      expect((await content.arrayBuffer()).byteLength).toBe(PART.length)
      expect(await ended).toBe('whole')
    })
  })
})

it('Electron is pinned to one version, of the major that its own notes support', async () => {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies['electron']).toMatch(/^45\.\d+\.\d+$/)
})

it('no window turns on what Blink has switched off', async () => {
  for (const file of await readdir('electron/shell'))
    expect(await readFile(`electron/shell/${file}`, 'utf8'), file).not.toMatch(
      /enableBlinkFeatures|allowpopups|webSecurity: false|commandLine\.appendSwitch/,
    )
})

describe('the window', () => {
  it('is sandboxed, isolated and without Node, with the policy of an own scheme', async () => {
    const window = await readFile('electron/shell/windows.ts', 'utf8')
    for (const line of [
      'sandbox: true',
      'contextIsolation: true',
      'nodeIntegration: false',
      'webSecurity: true',
      'webviewTag: false',
    ]) {
      expect(window).toContain(line)
    }
    const protocol = await readFile('electron/shell/protocol.ts', 'utf8')
    expect(protocol).toContain(`"default-src 'none'"`)
    expect(protocol).not.toMatch(/unsafe-eval|script-src[^"]*unsafe-inline/)
  })

  it('gets one port from the preload script, and nothing of Electron', async () => {
    const preload = await readFile('electron/preload.ts', 'utf8')
    expect(preload).not.toMatch(/contextBridge|exposeInMainWorld|window\.\w+ =/)
    expect(preload.match(/ipcRenderer\.\w+/g)).toEqual(['ipcRenderer.send', 'ipcRenderer.on'])
  })
})

it('the packed app switches off every fuse that widens it, but the one that runs the servers', async () => {
  const config = parse(await readFile('electron-builder.yml', 'utf8')) as {
    electronFuses: Record<string, boolean>
  }
  expect(config.electronFuses).toEqual({
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})
