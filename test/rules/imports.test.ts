import { isBuiltin } from 'node:module'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Target, importGraph, resolveTarget, specifiersOf } from './graph.ts'
import { root } from './tracked.ts'

/**
 * Who may import whom (docs/architecture.md#who-may-import-whom). A rule names importers and what they must
 * not reach.
 */
interface Rule {
  readonly from: RegExp
  readonly never: (target: Target) => boolean
  readonly law: string
}

const inFolder = (folder: string) => (target: Target) => target.file?.startsWith(folder) ?? false
const isNode = (target: Target): boolean => target.package !== undefined && isBuiltin(target.package)
const isElectron = (target: Target): boolean => target.package === 'electron'

/** The packages electron/node/outgoing.ts needs, in whichever program. */
const LEADS_OUT = new Set(['undici', 'https-proxy-agent', 'proxy-from-env'])

const rules: readonly Rule[] = [
  {
    from: /^shared\//,
    never: (target) =>
      isNode(target) ||
      isElectron(target) ||
      (target.file !== undefined && !target.file.startsWith('shared/')),
    law: 'shared/ imports only itself and small pure libraries',
  },
  {
    from: /^renderer\/(?!vite\.config)/,
    never: (target) => isNode(target) || isElectron(target) || inFolder('electron/')(target),
    law: 'renderer/ imports shared/ and itself; never electron/, a Node builtin or Electron',
  },
  {
    from: /^electron\/node\//,
    never: (target) =>
      target.file === undefined
        ? !isNode(target) && !LEADS_OUT.has(target.package ?? '')
        : !/^(shared|electron\/node)\//.test(target.file),
    law: 'electron/node/ imports shared/, Node, itself and what leads out through proxies',
  },
  {
    from: /^electron\/workbench\//,
    never: (target) =>
      isElectron(target) ||
      (target.file !== undefined && /^(electron\/(?!(node|workbench)\/)|renderer\/)/.test(target.file)),
    law: 'electron/workbench/ imports shared/, electron/node/ and itself; it knows no host',
  },
  {
    from: /^electron\/(shell|web)\/|^electron\/(main|preload)\.ts$/,
    never: (target) =>
      inFolder('renderer/')(target) || /^electron\/(model|sandbox)-server\//.test(target.file ?? ''),
    law: 'the hosts import the workbench and themselves; neither the page nor the servers',
  },
  {
    from: /^electron\/web\//,
    never: isElectron,
    law: 'the web host never imports Electron',
  },
  {
    from: /^electron\/model-server\//,
    never: (target) =>
      isElectron(target) ||
      (target.file !== undefined && !/^(shared|electron\/(node|model-server))\//.test(target.file)),
    law: 'the model server imports shared/, electron/node/ and itself',
  },
  {
    from: /^electron\/sandbox-server\//,
    never: (target) =>
      isElectron(target) ||
      (target.file !== undefined && !/^(shared|electron\/(node|sandbox-server))\//.test(target.file)),
    law: 'the sandbox server imports shared/, electron/node/ and itself',
  },
]

/**
 * The layers of the page, bottom up: a file imports its own folder and lower layers. Folders of one layer do
 * not import each other.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['i18n'],
  ['ui'],
  ['graph', 'form', 'editor'],
  ['app'],
  ['mcp', 'json', 'viewer', 'markdown'],
  ['telemetry', 'spl', 'drafts'],
  [
    'explorer',
    'query',
    'sandboxes',
    'environments',
    'console',
    'investigations',
    'authoring',
    'settings',
    'start',
    'design',
  ],
  ['benches.ts', 'main.tsx', 'vite.config.ts'],
]

const floorOf = (name: string): number => FLOORS.findIndex((floor) => floor.includes(name))

/** The layering rule an import inside the page breaks; none if it goes down, or stays in its folder. */
function brokenFloor(file: string, target: string | undefined): string[] {
  const from = /^renderer\/([^/]+)/.exec(file)?.[1]
  const to = /^renderer\/([^/]+)/.exec(target ?? '')?.[1]
  if (from === undefined || to === undefined || from === to) return []
  if (floorOf(from) < 0 || floorOf(to) < 0) return [`${from} or ${to} has no floor in FLOORS`]
  if (from === 'main.tsx' || floorOf(to) < floorOf(from)) return []
  return [`${from} stands on floor ${floorOf(from)} and must not reach ${to} on floor ${floorOf(to)}`]
}

/** All rules an import breaks. */
export function brokenRules(file: string, specifier: string): string[] {
  const target = resolveTarget(file, specifier)
  const broken = rules.filter((rule) => rule.from.test(file) && rule.never(target)).map((rule) => rule.law)
  return [...broken, ...brokenFloor(file, target.file)]
}

/** Pairs of folders inside a bench that import each other; `.` is the bench's own root. */
function mutualFolders(): string[] {
  const edges = new Set<string>()
  for (const [file, specifiers] of importGraph()) {
    const [, bench, folder = '.'] = /^renderer\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? []
    if (bench === undefined) continue
    for (const specifier of specifiers) {
      const target = resolveTarget(file, specifier).file ?? ''
      const [, otherBench, other = '.'] = /^renderer\/([^/]+)\/(?:([^/]+)\/)?/.exec(target) ?? []
      if (otherBench === bench && other !== folder) edges.add(`${bench}: ${folder} -> ${other}`)
    }
  }
  return [...edges].filter((edge) => {
    const [, bench, a, b] = /^(\w+): (\S+) -> (\S+)$/.exec(edge) ?? []
    return a !== undefined && b !== undefined && a < b && edges.has(`${bench}: ${b} -> ${a}`)
  })
}

describe('imports', () => {
  it('obey the house rules everywhere', () => {
    const offences = [...importGraph()].flatMap(([file, specifiers]) =>
      specifiers.flatMap((specifier) =>
        brokenRules(file, specifier).map((law) => `${file} imports "${specifier}": ${law}`),
      ),
    )
    expect(offences).toEqual([])
  })

  it('make layers of the folders inside a bench: no two import each other', () => {
    expect(mutualFolders()).toEqual([])
  })

  it('let the workbench be a client of HTTP, never a server, but for three doors on loopback', async () => {
    const doors = new Set([
      // The sign-in callback.
      'electron/workbench/models/callback-server.ts',
      // MCP Apps need an origin different from both hosts.
      'electron/workbench/console/apps.ts',
      // The recorded data of the incident sample.
      'electron/workbench/telemetry/recorded/recorded-endpoint.ts',
    ])
    const files = [...importGraph().keys()].filter(
      (file) => file.startsWith('electron/workbench/') && !doors.has(file),
    )
    const servers = await Promise.all(
      files.map(async (file) => {
        const source = await readFile(join(root, file), 'utf8')
        return /import \{[^}]*\b(createServer|WebSocketServer)\b[^}]*\} from '(node:https?|ws)'/.test(source)
          ? [file]
          : []
      }),
    )
    expect(servers.flat()).toEqual([])
  })

  it.each([
    ['renderer/app/app.tsx', 'node:fs', true],
    ['renderer/app/app.tsx', '../../electron/workbench/core.ts', true],
    ['renderer/app/app.tsx', '#shared/workbench/contract.ts', false],
    ['renderer/app/app.tsx', '../console/questions.tsx', true],
    ['renderer/query/query.tsx', '../explorer/explorer.tsx', true],
    ['renderer/query/query.tsx', '../app/intents.ts', false],
    ['renderer/ui/button.tsx', '../app/commands.ts', true],
    ['renderer/i18n/text.ts', '../query/messages.en.ts', true],
    ['shared/spl/parse.ts', '../../renderer/ui/button.tsx', true],
    ['shared/spl/parse.ts', 'node:path', true],
    ['electron/workbench/core.ts', 'electron', true],
    ['electron/web/server.ts', 'node:http', false],
    ['electron/model-server/main.ts', '../sandbox-server/main.ts', true],
    ['electron/sandbox-server/main.ts', '../workbench/core.ts', true],
    ['electron/sandbox-server/main.ts', '../node/folder-lock.ts', false],
    ['electron/node/folder-lock.ts', '../workbench/core.ts', true],
    ['electron/node/folder-lock.ts', 'zod', true],
  ])('%s importing %s is an offence: %s', (file, specifier, offence) => {
    expect(brokenRules(file, specifier).length > 0).toBe(offence)
  })

  it('are found in every form', () => {
    const source = `import a from 'a'\nimport type { B } from "b"\nexport { c } from 'c'\nimport 'd'\nconst e = await import('e')\n// import 'no'\n/* import 'no' */`
    expect(specifiersOf(source)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
