import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { DataFolderLock } from '../../../electron/workbench/store/folder-lock.ts'
import type { FakeElectron } from './fake-shapes.ts'
import { data, electron, kept, pageOf, start } from './desktop-harness.ts'

/** The desktop's whole lifecycle on an Electron that enforces its rules, with the real core and servers. */

describe('the start', () => {
  it('does what must come before ready before it, and the rest after; then one page has its channel', async () => {
    const { done, schemes } = await start({ packaged: false })
    const { client } = await pageOf(0)
    expect(await client.call('host.capabilities', {})).toMatchObject({
      host: 'desktop',
      windows: true,
      nativeMenu: true,
      secrets: 'encrypted',
      dataFolder: data,
    })
    expect(done.slice(0, 6)).toEqual([
      'setPath userData',
      'setPath sessionData',
      'crashReporter.start',
      'enableSandbox',
      'registerSchemesAsPrivileged',
      'requestSingleInstanceLock',
    ])
    const order = ['permission requests', 'protocol.handle', 'new BrowserWindow', 'loaded app://orrery/']
    expect(done.filter((what) => order.includes(what))).toEqual(order)
    expect(schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ])
  })

  it('starts both servers behind the page', async () => {
    await start()
    const { client } = await pageOf(0)
    await vi.waitFor(
      async () =>
        // The other embedded connections start on first use.
        expect(
          (await client.call('connections.list', {}))
            .map(({ state }) => state)
            .filter((one) => one !== 'stopped'),
        ).toEqual(['ready', 'ready']),
      { timeout: 30_000, interval: 200 },
    )
  })

  it('shows windows that are sandboxed, isolated and without Node, and not before they are drawn', async () => {
    await start()
    await pageOf(0)
    const [window] = electron.windows
    expect(window?.options['webPreferences']).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    })
    expect([window?.options['show'], window?.visible]).toEqual([false, true])
    expect(window?.webContents.listenerCount('will-navigate')).toBe(1)
    expect(window?.webContents.windowOpen?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' })
  })

  it('is registered for its links only when it is packed', async () => {
    await start({ packaged: true })
    await vi.waitFor(() => expect(electron.done).toContain('protocol client orrery'))
  })

  it.each([
    ['basic_text', true],
    ['gnome_libsecret', false],
  ] as const)('with the keyring %s and encryption available: %s', async (backend, plainOnLinux) => {
    await start({ safeStorage: { available: backend !== 'gnome_libsecret', backend } })
    const { client } = await pageOf(0)
    const plain = backend === 'gnome_libsecret' || (plainOnLinux && process.platform === 'linux')
    expect((await client.call('host.capabilities', {})).secrets).toBe(plain ? 'plain' : 'encrypted')
    if (plain) {
      await expect(client.call('secrets.set', { name: 'a', value: 'hunter2' })).rejects.toMatchObject({
        code: 'SECRETS_NOT_SAFE',
      })
    }
  })

  it('seals secrets with the system’s store, asynchronously', async () => {
    await start()
    const { client } = await pageOf(0)
    await client.call('secrets.set', { name: 'a', value: 'hunter2' })
    const file = await readFile(join(data, 'secrets.json'), 'utf8')
    expect(file).toContain(Buffer.from('sealed:hunter2').toString('base64'))
    expect(file).not.toContain('hunter2')
  })

  it('ends at once where another instance runs, without a window', async () => {
    await start({ gotLock: false })
    expect(electron.hasQuit).toBe(true)
    expect(electron.windows).toEqual([])
  })

  it('says whose the data folder is when another host has it, and leaves it alone', async () => {
    const lock = DataFolderLock.take(data, 'web')
    await start()
    await vi.waitFor(() => expect(electron.exitCode).toBe(1))
    expect(electron.boxes.join()).toContain(`the web host, process ${process.pid}`)
    expect(electron.windows).toEqual([])
    lock.release()
  })
})

describe('windows', () => {
  it('are several, each with a bench and a page of its own', async () => {
    await start()
    const { client } = await pageOf(0)
    await client.call('host.openWindow', { bench: 'query' })
    const second = await pageOf(1)
    expect(electron.windows[1]?.webContents.url).toBe('app://orrery/#/query')
    await client.call('settings.set', { name: 'app.theme', value: 'dark' })
    expect(await second.client.call('settings.all', {})).toEqual({ 'app.theme': 'dark' })
    expect(electron.module.nativeTheme.themeSource).toBe('dark')
    const [first, other] = electron.windows.map(({ bounds }) => bounds)
    expect([other?.x, other?.y]).toEqual([(first?.x ?? 0) + 28, (first?.y ?? 0) + 28])
  })

  it('come back where they were, on the bench they showed; one that is off every screen does not', async () => {
    await mkdir(data, { recursive: true })
    const place = { x: 40, y: 60, width: 1000, height: 700, maximized: false }
    await writeFile(
      join(data, 'windows.json'),
      JSON.stringify([
        { ...place, bench: 'sandboxes' },
        { ...place, x: 500, maximized: true },
        { ...place, x: 9000, bench: 'query' },
      ]),
    )
    await start()
    await pageOf(1)
    expect(electron.windows).toHaveLength(2)
    expect(electron.windows.map(({ bounds, maximized }) => [bounds.x, bounds.width, maximized])).toEqual([
      [40, 1000, false],
      [500, 1000, true],
    ])
    expect(electron.windows[0]?.webContents.url).toBe('app://orrery/#/sandboxes')
    electron.windows[0]?.webContents.goTo('environments')
    electron.module.app.quit()
    await vi.waitFor(() => expect(electron.hasQuit).toBe(true), { timeout: 20_000 })
    expect((await kept()).map(({ bench, maximized }) => [bench, maximized])).toEqual([
      ['environments', false],
      [undefined, true],
    ])
  })

  it.each(['[{"x":', '[{"x":1}]', '{}'])('start afresh when their file says %s', async (text) => {
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'windows.json'), text)
    await start()
    await pageOf(0)
    expect(electron.windows).toHaveLength(1)
  })

  it('a page that died is loaded again once', async () => {
    await start()
    await pageOf(0)
    const contents = electron.windows[0]?.webContents
    contents?.emit('render-process-gone', {}, { reason: 'crashed' })
    contents?.emit('render-process-gone', {}, { reason: 'crashed' })
    expect(electron.done.filter((what) => what.startsWith('reload'))).toHaveLength(1)
    const { client } = await pageOf(0)
    expect((await client.call('host.capabilities', {})).host).toBe('desktop')
  })

  it('a frame that is not ours, or not the top one, gets no channel', async () => {
    await start()
    await pageOf(0)
    const contents = electron.windows[0]?.webContents
    const before = contents?.port
    contents?.ask({ url: 'app://orrery/' })
    contents?.ask(null)
    if (contents) contents.mainFrame.url = 'https://evil.example/'
    contents?.ask()
    expect(contents?.port).toBe(before)
  })
})

describe('a command that runs in a terminal', () => {
  it('keeps the last window, and the app, until the user agrees', async () => {
    await start()
    const { client } = await pageOf(0)
    const platform = 'embedded-platform'
    await vi.waitFor(() => client.call('sandboxes.features', { platform }), { timeout: 30_000 })
    const { sandboxId } = await client.call('sandboxes.start', { platform, image: 'local' })
    const { id } = await client.call('terminals.open', { platform, sandboxId })
    await client.call('terminals.submit', { id, line: { id: '1', command: 'sleep 300' } })
    const terminal = async () => (await client.call('terminals.list', {})).terminals[0]
    await vi.waitFor(async () => expect(await terminal()).toMatchObject({ status: 'running' }), {
      timeout: 30_000,
      interval: 100,
    })

    const [window] = electron.windows
    electron.answers('Keep Open')
    window?.close()
    electron.module.app.quit()
    expect(electron.boxes).toEqual(['Stop running commands?', 'Stop running commands?'])
    expect([electron.windows.length, electron.hasQuit]).toEqual([1, false])
    electron.answers('Close Orrery')
    window?.close()
    await vi.waitFor(() => expect(electron.hasQuit).toBe(true), { timeout: 20_000 })
    expect(electron.boxes).toHaveLength(3)
  }, 120_000)
})

describe('deep links', () => {
  const LINK = 'orrery://query?text=.entity'
  const links = (index: number) =>
    electron.windows[index]?.webContents.page?.commands.filter(({ id }) => id === 'app.openLink')

  it.each([
    ['among the arguments of the first start', { args: [LINK] }],
    [
      'as open-url before the app is ready (macOS)',
      {
        early: ({ module }: FakeElectron) => {
          const event = { preventDefault: vi.fn() }
          module.app.emit('open-url', event, LINK)
          expect(event.preventDefault).toHaveBeenCalled()
        },
      },
    ],
  ])('%s waits for the page', async (_when, options) => {
    await start(options)
    await vi.waitFor(() => expect(links(0)).toEqual([{ id: 'app.openLink', argument: LINK }]))
  })

  it('of a second start goes to the window in front, and to no other', async () => {
    await start()
    const { client } = await pageOf(0)
    await client.call('host.openWindow', {})
    await pageOf(1)
    const [first, second] = electron.windows
    second?.focus()
    if (second) second.minimized = true
    electron.module.app.emit('second-instance', {}, ['orrery', '--flag', LINK], '/')
    await vi.waitFor(() => expect(links(1)).toHaveLength(1))
    expect(links(0)).toEqual([])
    expect([first?.visible, second?.minimized]).toEqual([true, false])
  })

  it.each([
    ['another scheme', 'https://orrery/'],
    ['half a link', 'orrery:query'],
    ['a link that is too long', `orrery://query?text=${'x'.repeat(40_000)}`],
  ])('%s is none', async (_what, address) => {
    await start({ args: [address] })
    const { client } = await pageOf(0)
    await client.call('host.capabilities', {})
    expect(links(0)).toEqual([])
  })
})

describe('the menu', () => {
  type Item = { label?: string; click?: () => void; submenu?: Item[]; type?: string }
  const items = (): Item[] => {
    const all = (list: Item[]): Item[] =>
      list.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])
    return all((electron.menus.at(-1) ?? []) as Item[])
  }
  const press = (label: string) =>
    items()
      .find((item) => item.label === label)
      ?.click?.()

  it('speaks the language of the settings, every item of it', async () => {
    await start()
    const { client } = await pageOf(0)
    const english = new Set(items().flatMap(({ label }) => label ?? []))
    await client.call('settings.set', { name: 'app.language', value: 'zh' })
    await vi.waitFor(() => expect(items().some(({ label }) => label === '文件')).toBe(true))
    const same = items().filter(({ label }) => label !== undefined && english.has(label))
    expect(same).toEqual([])
    expect(items().filter(({ label, type }) => label === undefined && type !== 'separator')).toEqual([])
  })

  it('offers what was opened lately, and opens it in the window in front', async () => {
    await start()
    const { client, commands } = await pageOf(0)
    expect(items().some(({ label }) => label === 'No Recent Items')).toBe(true)
    await client.call('recents.add', { kind: 'query', target: '.entity | limit 5', title: 'R&D' })
    press('Query: R&&D')
    await vi.waitFor(() =>
      expect(commands).toEqual([{ id: 'app.openRecent', argument: 'query:.entity | limit 5' }]),
    )
  })

  it.each([
    ['Investigations', 'app.go.investigations'],
    ['Orrery Help', 'app.help'],
    ['Keyboard Shortcuts', 'app.help.keys'],
    ['SPL Reference', 'app.help.spl'],
  ])('“%s” is the command %s', async (label, id) => {
    await start()
    const { commands } = await pageOf(0)
    press(label)
    await vi.waitFor(() => expect(commands).toEqual([{ id }]))
  })

  it('has each bench of the activity bar, on the key of its place', async () => {
    await start()
    await pageOf(0)
    const named = items() as { label?: string; accelerator?: string }[]
    expect(
      named.flatMap(({ label, accelerator }) =>
        /^CmdOrCtrl\+[1-9]$/.test(accelerator ?? '') ? [label] : [],
      ),
    ).toEqual(['Explorer', 'Query', 'Sandboxes', 'Environments', 'Console', 'Investigations'])
  })

  it('opens a window, and sends commands to the one in front', async () => {
    await start()
    await pageOf(0)
    press('New Window')
    const second = await pageOf(1)
    electron.windows[1]?.focus()
    press('Settings')
    await vi.waitFor(() => expect(second.commands).toEqual([{ id: 'app.go.settings' }]))
    expect(electron.windows[0]?.webContents.page?.commands).toEqual([])
  })
})

describe('a right click', () => {
  const flags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true }
  it.each([
    ['on text', { isEditable: false, selectionText: 'some', editFlags: flags }, ['Copy']],
    [
      'in a field',
      { isEditable: true, selectionText: '', editFlags: flags },
      ['Cut', 'Copy', 'Paste', undefined, 'Select All'],
    ],
    ['on nothing', { isEditable: false, selectionText: ' ', editFlags: flags }, undefined],
  ])('%s offers what can be done there', async (_, params, labels) => {
    await start()
    await pageOf(0)
    electron.windows[0]?.webContents.emit('context-menu', {}, params)
    const popup = electron.popups[0] as { label?: string }[] | undefined
    expect(popup?.map(({ label }) => label)).toEqual(labels)
  })
})

describe('the end', () => {
  it('ends the servers before it goes, once, and gives the data folder back', async () => {
    await start()
    const { client } = await pageOf(0)
    const pid = await vi.waitFor(
      async () => {
        const [model] = await client.call('connections.list', {})
        if (model?.pid === undefined) throw new Error('The model server does not run yet.')
        return model.pid
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(existsSync(join(data, 'workbench.lock'))).toBe(true)
    electron.module.app.quit()
    electron.module.app.quit()
    expect(electron.hasQuit).toBe(false)
    await vi.waitFor(() => expect(electron.hasQuit).toBe(true), { timeout: 20_000 })
    expect(electron.done.filter((what) => what === 'quit')).toHaveLength(1)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(existsSync(join(data, 'workbench.lock'))).toBe(false)
  })

  it('waits for the windows: a page that asks to stay keeps the app and its servers', async () => {
    await start()
    const { client } = await pageOf(0)
    electron.windows[0]?.move(300, 200)
    const contents = electron.windows[0]?.webContents
    if (contents) contents.holds = true
    electron.module.app.quit()
    expect(electron.boxes).toEqual(['Close the window?'])
    expect(electron.windows).toHaveLength(1)
    expect(await client.call('host.capabilities', {})).toMatchObject({ host: 'desktop' })
    // Bounds are stored again as before.
    electron.windows[0]?.move(320, 240)
    await vi.waitFor(async () => expect(await kept()).toMatchObject([{ x: 320, y: 240 }]))
    electron.answers('Close')
    electron.module.app.quit()
    await vi.waitFor(() => expect(electron.hasQuit).toBe(true), { timeout: 20_000 })
    expect(electron.boxes).toHaveLength(2)
  })

  it('does not ask when the system ends it', async () => {
    await start()
    await pageOf(0)
    const contents = electron.windows[0]?.webContents
    if (contents) contents.holds = true
    process.emit('SIGTERM')
    await vi.waitFor(() => expect(electron.hasQuit).toBe(true), { timeout: 20_000 })
    expect(electron.boxes).toEqual([])
  })

  it.skipIf(process.platform === 'darwin' && 'macOS keeps an app without windows')(
    'appears with the last window, whose position is stored',
    async () => {
      await start()
      await pageOf(0)
      electron.windows[0]?.move(300, 200)
      electron.windows[0]?.close()
      await vi.waitFor(() => expect(electron.hasQuit).toBe(true), { timeout: 20_000 })
      expect(await kept()).toMatchObject([{ x: 300, y: 200 }])
    },
  )
})

it('nothing in the shell updates itself or names Electron’s updater', async () => {
  await start()
  await pageOf(0)
  for (const file of await readdir('electron/shell'))
    expect(await readFile(`electron/shell/${file}`, 'utf8')).not.toMatch(/autoUpdater|electron-updater/)
})
