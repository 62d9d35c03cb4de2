import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, tracked } from './tracked.ts'

/** Folders of this repository, and those whose citation would refer to a private document. */
const CITED =
  /(?<![\w./@-])(?:docs|electron|renderer|shared|test|spec|design|seeds|findings)\/[\w./-]*\.[a-z]{2,7}\b(?:#[\w-]+)?/g

const SOURCE = /\.(ts|tsx|css|mjs|grammar|py)$/

/**
 * The comments of a source in which citations may occur: lines that begin as a comment, and text after `//`.
 */
export function commentsOf(source: string): string {
  return source
    .split('\n')
    .flatMap(
      (line) => /^\s*(?:\/?\*.*|#.*|""".*)$/.exec(line)?.[0] ?? /(?:^|\s)\/\/ .*$/.exec(line)?.[0] ?? [],
    )
    .join('\n')
}

/** The heading anchors of a Markdown page. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)
  return new Set([...headings].map(([, title = '']) => slug(title)))
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Whether a cited file exists, with the cited section. */
async function isThere(citation: string, from = ''): Promise<boolean> {
  const [path = '', anchor] = citation.split('#')
  const file = [join(root, path), join(root, from, path)].find((one) => existsSync(one))
  if (file === undefined) return false
  return anchor === undefined || anchorsOf(await readFile(file, 'utf8')).has(anchor)
}

async function missing(file: string, citations: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    citations.map(async (one) => ((await isThere(one, dirname(file))) ? [] : [`${file} cites ${one}`])),
  )
  return found.flat()
}

describe('citations', () => {
  it('in comments name files and sections that are in this repository', async () => {
    const files = tracked.filter(
      (file) => SOURCE.test(file) && !/generated\/|fixtures\//.test(file) && existsSync(join(root, file)),
    )
    const lost = await Promise.all(
      files.map(async (file) =>
        missing(file, commentsOf(await readFile(join(root, file), 'utf8')).match(CITED) ?? []),
      ),
    )
    expect(files.length).toBeGreaterThan(1000)
    expect(lost.flat()).toEqual([])
  })

  it('in pages name files, folders and sections that are in this repository', async () => {
    const pages = tracked.filter(
      (file) => file.endsWith('.md') && !file.startsWith('test/') && existsSync(join(root, file)),
    )
    const lost = await Promise.all(
      pages.map(async (page) => {
        const text = await readFile(join(root, page), 'utf8')
        const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, target = '']) => target)
        const paths = [...text.matchAll(/`((?:docs|electron|renderer|shared|test)\/[\w./-]+)`/g)].map(
          ([, path = '']) => path,
        )
        return missing(page, [...links, ...paths])
      }),
    )
    expect(pages.length).toBeGreaterThan(8)
    expect(lost.flat()).toEqual([])
  })

  it.each([
    ['/** See docs/spl.md#limits. */', ['docs/spl.md#limits']],
    [' * of findings/house.md, and more', ['findings/house.md']],
    ["const x = 'docs/spl.md' // as docs/gem.md says", ['docs/gem.md']],
    ["const x = 'docs/spl.md'", []],
    ['# seeds/api.md', ['seeds/api.md']],
  ])('in %j are %j', (source, expected) => {
    expect(commentsOf(source).match(CITED) ?? []).toEqual(expected)
  })

  it('lead to headings', () => {
    expect(anchorsOf('# A title\n```\n# none\n```\n## `code` & Words, 2\n')).toEqual(
      new Set(['a-title', 'code--words-2']),
    )
  })
})
