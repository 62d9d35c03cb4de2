/**
 * Generates `THIRD-PARTY-NOTICES.txt` beside the programs: every bundled package with its licence and the
 * licence text.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Licences that permit redistribution with ours. */
export const ACCEPTED = new Set(
  ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'MPL-2.0', 'EPL-2.0', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'OFL-1.1'], // prettier-ignore
)

/**
 * The folders of the packages to which files belong, relative to `root`; our own files belong to none.
 * @param {string} root @param {Iterable<string>} files @returns {string[]}
 */
export function packageFolders(root, files) {
  const folders = new Set()
  for (const file of files) {
    // Bundlers prefix virtual modules with a zero byte and append a query to derived ones.
    const path = relative(root, file.replace(/^\0+/, '').replace(/\?.*$/, '')).split(sep).join('/')
    const match = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)
    if (match) folders.add(match[1])
  }
  return [...folders].sort((a, b) => (a < b ? -1 : 1))
}

/**
 * What a package says of itself.
 * @param {string} root @param {string} folder
 * @returns {Promise<{ name: string, version: string, license: string, texts: string[] }>}
 */
export async function noticeOf(root, folder) {
  const { name, version, license, licenses } = JSON.parse(
    await readFile(join(root, folder, 'package.json'), 'utf8'),
  )
  const names = await readdir(join(root, folder))
  const files = names.filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')))
  return {
    name,
    version,
    license: license ?? licenses?.[0]?.type ?? '',
    texts: texts.map((text) => text.trim()),
  }
}

/** @param {Awaited<ReturnType<typeof noticeOf>>[]} notices @returns {string} */
export const noticesText = (notices) =>
  [
    'Orrery contains the following packages, each under the licence named with it.',
    ...notices.map(({ name, version, license, texts }) =>
      [`${'-'.repeat(80)}\n${name} ${version} (${license})`, ...texts].join('\n\n'),
    ),
    '',
  ].join('\n\n')
