import { isBuiltin } from 'node:module'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Target, importGraph, resolveTarget, specifiersOf } from './graph.ts'
import { root } from './tracked.ts'

/** Who may import whom (docs/architecture.md#who-may-import-whom). A rule names the importers and what they must not reach. */
interface Rule {
  readonly from: RegExp
  readonly never: (target: Target) => boolean
  readonly law: string
}

const inFolder = (folder: string) => (target: Target) => target.file?.startsWith(folder) ?? false
const isNode = (target: Target): boolean => target.package !== undefined && isBuiltin(target.package)
const isElectron = (target: Target): boolean => target.package === 'electron'

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
      target.file === undefined ? !isNode(target) : !/^(shared|electron\/node)\//.test(target.file),
    law: 'electron/node/ imports shared/, Node and itself',
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

/** Every rule that the import breaks. */
export function brokenRules(file: string, specifier: string): string[] {
  const target = resolveTarget(file, specifier)
  return rules.filter((rule) => rule.from.test(file) && rule.never(target)).map((rule) => rule.law)
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

  it('let the workbench be a client of HTTP, never a server', async () => {
    const files = [...importGraph().keys()].filter((file) => file.startsWith('electron/workbench/'))
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
