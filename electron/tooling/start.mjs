/**
 * `npm start`: builds if needed, then opens the desktop app. Without Electron's binary or a display, says so
 * in one line and serves the same workbench to the browser. `-- --web` requests that directly.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const args = process.argv.slice(2)

/** Whether any source is newer than the build. */
async function isStale() {
  const built = ['web.mjs', 'model-server.mjs', 'sandbox-server.mjs', 'page/index.html'].map((file) =>
    join(root, 'dist', file),
  )
  if (!built.every((file) => existsSync(file))) return true
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs))
  for (const folder of ['shared', 'electron', 'renderer']) {
    const names = await readdir(join(root, folder), { recursive: true })
    if (
      names.some(
        (name) =>
          /\.(ts|tsx|css|mjs|html|yaml|json|md)$/.test(name) &&
          !name.includes('node_modules') &&
          statSync(join(root, folder, name)).mtimeMs > oldest,
      )
    ) {
      return true
    }
  }
  return statSync(join(root, 'package-lock.json')).mtimeMs > oldest
}

/** Linux needs a display; macOS and Windows always have one. */
function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Returns the path of Electron's binary, downloading it if needed; undefined if that fails. */
function electronBinary() {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const download = () =>
    spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: 180_000 })
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!existsSync(join(folder, 'path.txt')) && !override) {
    console.log('Downloading Electron…')
    download()
  }
  try {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, ['-p', "require('electron')"], {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 20_000,
    })
    const path = stdout.trim().split('\n').at(-1)
    return path && existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Runs a program to its end. Ctrl+C reaches the child too, so we only wait for it. */
function run(command, argv) {
  const child = spawn(command, argv, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal sends Ctrl+C to the whole process group; forward a kill of this process alone.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.once('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
}

if (await isStale()) {
  console.log('Building the workbench… (about a minute)')
  const built = spawnSync(process.execPath, [join(root, 'electron/tooling/build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

const web = (argv) => run(process.execPath, [join(root, 'dist/web.mjs'), ...argv])
if (args.includes('--web') || args.includes('--help')) web(args)
else if (!hasDisplay()) {
  console.log('There is no display, so Orrery is served to the browser instead of a window.')
  web(args)
} else {
  const binary = electronBinary()
  if (binary) run(binary, [root, ...args])
  else {
    console.log(
      "Electron's binary could not be downloaded, so Orrery is served to the browser instead of a window.",
    )
    web(args)
  }
}
