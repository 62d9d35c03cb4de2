/**
 * Builds a Debian package of the web host and the two servers from `dist/`: `npm run deb`. The output is
 * reproducible.
 *
 *   node electron/tooling/deb.mjs [output folder]
 */
import { execFileSync } from 'node:child_process'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WEB_HOST } from './packaging/contents.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packaging = join(root, 'electron/tooling/packaging')
/** Modification time of every file in the package, Unix seconds. */
const EPOCH = Number(process.env.SOURCE_DATE_EPOCH ?? 1_700_000_000)
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

/** @param {{ version: string, description: string }} about @param {number} kilobytes */
const control = ({ version, description }, kilobytes) => `Package: orrery
Version: ${version}
Architecture: ${ARCHITECTURES[process.arch] ?? process.arch}
Maintainer: The Orrery authors <orrery@localhost>
Installed-Size: ${kilobytes}
Depends: nodejs (>= 20.19)
Recommends: bubblewrap
Section: devel
Priority: optional
Description: ${description}
 The workbench in the browser, and its graph-model server and sandbox server.
`

/** @param {string} folder where the package is written @returns {Promise<string>} its path */
export async function makeDeb(folder) {
  const about = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const stage = await mkdtemp(join(tmpdir(), 'orrery-deb-'))
  try {
    await fill(stage)
    const kilobytes = Number(
      execFileSync('du', ['-sk', '--apparent-size', stage], { encoding: 'utf8' }).split('\t')[0],
    )
    await mkdir(join(stage, 'DEBIAN'))
    await writeFile(join(stage, 'DEBIAN/control'), control(about, kilobytes))
    await writeFile(join(stage, 'DEBIAN/conffiles'), '/etc/apparmor.d/orrery\n')
    await cp(join(packaging, 'postinst'), join(stage, 'DEBIAN/postinst'))
    await settle(stage)
    await mkdir(folder, { recursive: true })
    const path = join(folder, `orrery_${about.version}_${ARCHITECTURES[process.arch] ?? process.arch}.deb`)
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) }
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', stage, path], {
      env,
      stdio: 'ignore',
    })
    return path
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** @param {string} stage */
async function fill(stage) {
  const programs = join(stage, 'usr/lib/orrery')
  for (const name of WEB_HOST) {
    await cp(join(root, 'dist', name), join(programs, 'dist', name), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    })
  }
  for (const name of ['@lydell', '@ladybugdb']) {
    const from = join(root, 'node_modules', name)
    if (existsSync(from)) await cp(from, join(programs, 'node_modules', name), { recursive: true })
  }
  await mkdir(join(stage, 'usr/bin'), { recursive: true })
  await symlink('../lib/orrery/dist/orrery.mjs', join(stage, 'usr/bin/orrery'))
  const docs = join(stage, 'usr/share/doc/orrery')
  await mkdir(docs, { recursive: true })
  await cp(join(root, 'LICENSE'), join(docs, 'copyright'))
  await cp(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), join(docs, 'THIRD-PARTY-NOTICES.txt'))
  await mkdir(join(stage, 'etc/apparmor.d'), { recursive: true })
  await cp(join(packaging, 'orrery.apparmor'), join(stage, 'etc/apparmor.d/orrery'))
}

/** One time and one kind of mode for all, so that the package does not depend on who built it when. @param {string} folder */
async function settle(folder) {
  const PROGRAMS = /(?:^|\/)(?:orrery\.mjs|postinst|spawn-helper)$/
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) await settle(path)
    else await chmod(path, PROGRAMS.test(path) ? 0o755 : 0o644)
    await utimes(path, EPOCH, EPOCH)
  }
  await chmod(folder, 0o755)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await makeDeb(process.argv[2] ?? join(root, 'release')))
}
