import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root, tracked } from './tracked.ts'

/** `file` for our own modules, relative to the root; `package` for everything else. */
export interface Target {
  readonly file?: string
  readonly package?: string
}

const IMPORT =
  /^\s*(?:import|export)\s*(?:type\s+)?(?:[\w*{}\s,$]+?\s*from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/gm

/**
 * The import specifiers of a source: values and types, static and dynamic, including workers; not those in
 * comments and template literals.
 */
export function specifiersOf(source: string): string[] {
  const code = source
    .replaceAll(/`(?:[^`\\]|\\[\s\S])*`/g, '``')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
  return [...code.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** Resolves a specifier in a file. */
export function resolveTarget(file: string, specifier: string): Target {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#shared/')) return { file: path.slice(1) }
  if (!path.startsWith('.')) return { package: path }
  return { file: normalize(join(dirname(file), path)).replaceAll('\\', '/') }
}

/** Our TypeScript files with their imports. */
export function importGraph(): ReadonlyMap<string, readonly string[]> {
  const files = tracked.filter(
    (file) => /^(shared|renderer|electron)\/.*\.tsx?$/.test(file) && !file.includes('generated'),
  )
  return new Map(
    files.flatMap((file) => {
      try {
        return [[file, specifiersOf(readFileSync(join(root, file), 'utf8'))] as const]
      } catch {
        // Deleted, but not committed yet.
        return []
      }
    }),
  )
}

/** Import cycles: strongly connected components (Tarjan) with more than one node. */
export function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    open.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      else if (!open.includes(next)) continue
      lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const circle = open.splice(open.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return circles
}
