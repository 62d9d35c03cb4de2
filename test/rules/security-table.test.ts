import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * What must hold, where, and which test proves it: a file below `test/`, and a piece of the test's title as it is written there.
 * A row whose test is gone fails.
 */
type Row = readonly [rule: string, where: string, file: string, title: string]

const SHELL = 'electron/shell/desktop.server.test.ts'
const GUARD = 'electron/shell/guard.test.ts'
const PACK = 'electron/shell/pack.server.test.ts'
const WEB = 'electron/web/access.server.test.ts'
const E2E = 'e2e/security.spec.ts'
const SESSION = 'e2e/session.spec.ts'
const SANDBOX = 'electron/sandbox-server/security.server.test.ts'
const SANDBOX_API = 'electron/sandbox-server/api.server.test.ts'
const PROXIES = 'electron/sandbox-server/proxies.server.test.ts'

/** Electron's official checklist, in its own order (electronjs.org/docs/latest/tutorial/security). */
const checklist: readonly Row[] = [
  ['1 only secure content', 'desktop', GUARD, 'is served with a policy that lets in nothing but itself'],
  ['2 no Node.js in pages', 'desktop', SHELL, 'sandboxed, isolated and without Node'],
  ['3 context isolation', 'desktop', SHELL, 'sandboxed, isolated and without Node'],
  ['4 process sandbox', 'desktop', SHELL, 'does what must come before ready before it'],
  ['5 permission requests', 'desktop', GUARD, '%s asking for %s gets %s'],
  ['6 webSecurity stays on', 'desktop', SHELL, 'sandboxed, isolated and without Node'],
  ['7 content security policy', 'desktop', GUARD, 'is served with a policy that lets in nothing but itself'],
  ['7 content security policy', 'web host', WEB, 'serves the page to a session, with its policy'],
  ['8 no insecure content', 'desktop', SHELL, 'sandboxed, isolated and without Node'],
  ['9 no experimental features', 'desktop', SHELL, 'sandboxed, isolated and without Node'],
  ['10 no enableBlinkFeatures', 'desktop', GUARD, 'no window turns on what Blink has switched off'],
  ['11 no allowpopups', 'desktop', GUARD, 'no window turns on what Blink has switched off'],
  ['12 webviews are refused', 'desktop', GUARD, 'embeds nothing'],
  ['13 navigation', 'desktop', GUARD, 'stays on our page, in every frame'],
  ['14 new windows', 'desktop', GUARD, 'opens no window; web addresses go to the browser'],
  ['15 openExternal', 'desktop', GUARD, '%s may be opened outside: %s'],
  ['15 openExternal', 'every page', E2E, 'the address ${url} never opens'],
  ['16 a current Electron', 'desktop', GUARD, 'Electron is pinned to one version'],
  [
    '17 the sender of messages',
    'desktop',
    SHELL,
    'a frame that is not ours, or not the top one, gets no channel',
  ],
  ['18 no file: pages', 'desktop', GUARD, '%s is our page: %s'],
  ['19 fuses', 'desktop', GUARD, 'switches off every fuse that widens it'],
  ['19 fuses', 'packed app', PACK, 'has fuses that were flipped as the configuration says'],
  ['19 fuses', 'the check itself', PACK, 'refuses one that is on and should be off'],
  [
    '20 no Electron in pages',
    'desktop',
    GUARD,
    'gets one port from the preload script, and nothing of Electron',
  ],
  ['secrets: no plain-text store', 'desktop', SHELL, 'with the keyring %s and encryption available: %s'],
  ['crash dumps stay here', 'desktop', SHELL, 'does what must come before ready before it'],
  ['no update by itself', 'desktop', SHELL, 'nothing in the shell updates itself'],
  ['deep links are asked about', 'desktop', SHELL, 'of a second start goes to the window in front'],
]

/** Each rule for each service that listens on loopback. */
const loopback: readonly Row[] = [
  ['foreign Host', 'web host HTTP', WEB, 'refuses %s even with a session'],
  ['foreign Host', 'web host WebSocket', WEB, 'opens the channel to its own page alone'],
  ['foreign Host', 'web host door', WEB, 'opens its door to the key of the data folder alone'],
  ['foreign Host', 'model server', E2E, 'a foreign Host'],
  ['foreign Host', 'sandbox server', SANDBOX_API, 'refuses a foreign %s'],
  ['foreign Origin', 'web host HTTP', WEB, 'refuses %s even with a session'],
  ['foreign Origin', 'web host WebSocket', WEB, 'opens the channel to its own page alone'],
  ['foreign Origin', 'web host door', WEB, 'opens its door to the key of the data folder alone'],
  ['foreign Origin', 'model server', E2E, 'a foreign Origin'],
  ['foreign Origin', 'sandbox server', SANDBOX_API, 'refuses a foreign %s'],
  ['missing token', 'web host HTTP', WEB, 'turns away %s'],
  ['missing token', 'web host WebSocket', WEB, 'opens the channel to its own page alone'],
  ['missing token', 'web host WebSocket', WEB, 'opens no channel to the cookie without the key'],
  ['missing token', 'web host WebSocket', SESSION, 'gets a cookie that opens nothing'],
  ['missing token', 'web host door', WEB, 'opens its door to the key of the data folder alone'],
  ['missing token', 'model server', E2E, 'a missing token'],
  ['missing token', 'sandbox server', SANDBOX_API, 'answers health without a token, and nothing else'],
  [
    'missing token',
    'sandbox server, environments',
    'electron/sandbox-server/gem/gem.server.test.ts',
    'the token guards the GEM API too',
  ],
  ['token stays here', 'port proxies', PROXIES, 'pass requests on, without our token'],
  ['path traversal', 'web host HTTP', WEB, 'does not leave its folder for %s'],
  ['path traversal', 'desktop pages', GUARD, 'is all that is served: not %s'],
  [
    'path traversal',
    'model server',
    'electron/model-server/hostile-files.test.ts',
    'a path out of the import root',
  ],
  ['path traversal', 'sandbox server', SANDBOX, 'reads nothing outside of the sandbox'],
  ['oversized body', 'web host HTTP', WEB, 'refuses %s that is too large, unread'],
  [
    'oversized body',
    'web host WebSocket',
    WEB,
    'closes a channel whose message is too large, and serves the others',
  ],
  ['oversized body', 'model server', E2E, 'a body that is too large'],
  [
    'oversized body',
    'model server stdio',
    'electron/model-server/stdio.server.test.ts',
    'refuses a line above its limit',
  ],
  ['oversized body', 'sandbox server', SANDBOX, 'that is announced is refused unread: %s'],
  [
    'loopback only',
    'port forwards',
    'electron/workbench/sandboxes/forward-door.server.test.ts',
    'listens on this machine’s loopback address alone',
  ],
]

/** What may hide in what is shown. */
const contents: readonly Row[] = [
  [
    'SVG, HTML and Markdown',
    'a model’s description',
    E2E,
    'shows SVG, HTML and Markdown of a description as plain text',
  ],
  [
    'javascript: link',
    'a model’s description',
    E2E,
    'shows SVG, HTML and Markdown of a description as plain text',
  ],
  ['javascript: link', 'any page', E2E, 'the address ${url} never opens'],
  ['javascript: link', 'terminal', E2E, 'links to no javascript: (OSC 8)'],
  ['YAML bomb', 'the page', E2E, 'with a YAML bomb in a file is refused with a sentence'],
  ['YAML bomb', 'model server', 'electron/model-server/hostile-files.test.ts', 'a YAML bomb'],
  ['escape sequences: clipboard', 'terminal', E2E, 'sets neither the clipboard (OSC 52)'],
  ['escape sequences: title', 'terminal', E2E, 'nor the title (OSC 0, 2)'],
  [
    'a command of a stranger',
    'connections',
    'e2e/console.spec.ts',
    'is shown exactly and not started before it is allowed',
  ],
  [
    'a page of a sandbox',
    'its panel',
    'e2e/sandboxes-ports.spec.ts',
    'is shown, and gets at nothing around it',
  ],
  [
    'a page of a sandbox',
    'its panel: cookies',
    'renderer/sandboxes/forward-host.test.ts',
    'shows forwards under another name, so that no cookie of its own goes there',
  ],
  [
    'a page of a sandbox',
    'its panel: powers',
    'renderer/sandboxes/forward-host.test.ts',
    'may do no more than %s',
  ],
  ['a page of a sandbox', 'web host', WEB, 'lets in frames of no other name than %s'],
  ['a page of a sandbox', 'desktop', GUARD, 'lets a frame show pages of sandboxes and nothing else: %s'],
  ['a page of a sandbox', 'desktop: permissions', GUARD, '%s asking for %s gets %s'],
  ['a made-up backup', 'settings', 'e2e/settings.spec.ts', 'a backup brings back what was changed after it'],
  [
    'a secret',
    'logs, traces, events, exports, files',
    'electron/workbench/secrets/no-leak.server.test.ts',
    'reaches what needs it, and no log, trace',
  ],
  ['a secret', 'settings', 'e2e/settings.spec.ts', 'is never shown again'],
]

const ITEMS = 20
const SERVICES = ['web host HTTP', 'web host WebSocket', 'model server', 'sandbox server'] as const
const RULES = ['foreign Host', 'foreign Origin', 'missing token', 'oversized body'] as const

describe('the security table', () => {
  it('has every item of Electron’s checklist', () => {
    const numbers = new Set(checklist.map(([rule]) => Number.parseInt(rule, 10)))
    const missing = Array.from({ length: ITEMS }, (_, index) => index + 1).filter(
      (item) => !numbers.has(item),
    )
    expect(missing).toEqual([])
  })

  it('has every rule for every service', () => {
    const missing = RULES.flatMap((rule) =>
      SERVICES.filter((service) => !loopback.some(([of, where]) => of === rule && where === service)).map(
        (service) => `${rule}: ${service}`,
      ),
    )
    expect(missing).toEqual([])
  })

  it.each([...checklist, ...loopback, ...contents])('%s · %s', (_rule, _where, file, title) => {
    const path = new URL(`../${file}`, import.meta.url)
    expect(existsSync(path), `there is no test/${file}`).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(title)
  })
})
