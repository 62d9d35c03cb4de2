/**
 * Runs the benchmarks and prints the results, each beside its baseline from the same run: absolute times say
 * little about another machine, ratios do.
 *
 *   node test/bench/run.mjs                    everything
 *   node test/bench/run.mjs model gem          only these areas (folders of test/bench)
 *   node test/bench/run.mjs model/stdio        only one module
 *   node test/bench/run.mjs --json [area…]     one JSON line per row instead of tables
 *   node test/bench/run.mjs --keep FILE        also writes the rows to FILE as they arrive
 *   node test/bench/run.mjs --compare FILE     also shows changes since a stored run on the same machine
 *
 * A benchmark is a module `test/bench/<area>/<name>.bench.mjs` or `.bench.ts` (bundled with esbuild) that exports
 *
 *   bench(): Promise<Row[]>
 *
 *   Row = {
 *     name: string            what was measured
 *     value: number           the figure
 *     unit: string            ms, 1/s, MB, …
 *     baseline?: string       name of the row in the same module to compare with: the table shows value / its value
 *     aim?: { most?: number, least?: number, of?: 'value' | 'ratio' }    the target; `of` defaults to 'value'
 *   }
 *
 * Modules run one after the other, each in its own process with the garbage collector exposed, so that none is
 * affected by another's heap. One that exceeds MINUTES (or its own export `minutes`) has failed, and is killed
 * with its child processes. Targets are shown, never enforced: a busy machine must not fail a build.
 */
import { build } from 'esbuild'
import { execFileSync, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CHANGES, changes, firstLine, keptLines, machine, readKept, table } from './report.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the tree, so that bundles find node_modules. */
const bundles = join(root, '.cache/bench')

/** Heap for a million entities and three million relations, with room to spare. */
const HEAP_MB = 12_000

/** Time limit per module. */
const MINUTES = 30

if (process.send) await runModule(process.argv[2])
else await runAll(process.argv.slice(2))

/** In the child: runs one module and sends its rows to the parent. */
async function runModule(file) {
  // A module ends with its run, also when that was killed.
  process.once('disconnect', () => process.exit())
  const { bench, minutes = MINUTES } = await import(pathToFileURL(file).href)
  process.send({ minutes })
  process.send({ rows: await bench() })
  process.disconnect()
}

/** @throws TypeError for an unknown option */
async function runAll(args) {
  const options = {
    json: { type: 'boolean' },
    keep: { type: 'string' },
    compare: { type: 'string' },
    help: { type: 'boolean' },
  }
  const { values, positionals: wanted } = parseArgs({ args, options, allowPositionals: true })
  if (values.help)
    return console.log(
      'Usage: npm run bench -- [AREA | AREA/MODULE]… [--json] [--keep FILE] [--compare FILE]',
    )
  const { json, keep } = values
  const kept = values.compare === undefined ? undefined : await keptRun(values.compare)
  if (values.compare !== undefined && (json || !kept)) {
    console.error(
      json ? '--compare prints text; leave --json out.' : `${values.compare} is no run that --keep wrote.`,
    )
    process.exitCode = 2
    return
  }
  if (kept?.machine && kept.machine !== machine())
    console.error(
      `The kept run is of another machine (${kept.machine}): only ratios to baselines say anything.`,
    )
  const names = await modules(wanted)
  if (names.length === 0) {
    console.error(`No benchmark matches ${wanted.join(' ')}; areas are the folders of test/bench.`)
    process.exitCode = 2
  }
  if (names.length > 0) buildOnce()
  if (keep !== undefined) await writeFile(keep, `${firstLine()}\n`)
  for (const name of names) {
    if (!json) console.log(`\n${name}`)
    try {
      const rows = await inOwnProcess(await runnable(name))
      const lines = keptLines(name, rows).join('\n')
      if (keep !== undefined) await appendFile(keep, `${lines}\n`)
      console.log(json ? lines : table(rows))
      if (kept) console.log(`\n${CHANGES}\n${changes(kept.rows, name, rows)}`)
    } catch (error) {
      console.error(`${name} failed: ${error.message}`)
      process.exitCode = 1
    }
  }
}

/** Reads a stored run; undefined if the file is missing or has no rows. */
async function keptRun(file) {
  try {
    const kept = readKept(await readFile(file, 'utf8'))
    return kept.rows.length > 0 ? kept : undefined
  } catch {
    return undefined
  }
}

/** Builds in a fresh clone: several modules measure the built programs. An existing build is used as is. */
function buildOnce() {
  if (existsSync(join(root, process.env.ORRERY_DIST ?? 'dist', 'web.mjs'))) return
  execFileSync(process.execPath, [join(root, 'electron/tooling/build.mjs')], { cwd: root, stdio: 'inherit' })
}

/** Module names like `model/stdio` selected by the arguments. */
async function modules(wanted) {
  const files = await readdir(folder, { recursive: true })
  return files
    .filter((file) => /\.bench\.(mjs|ts)$/.test(file))
    .map((file) => file.split(sep).join('/'))
    .sort()
    .filter((file) => {
      const name = file.replace(/\.bench\.(mjs|ts)$/, '')
      return wanted.length === 0 || wanted.some((want) => name === want || name.startsWith(`${want}/`))
    })
}

/** The file to run: the module itself, or its bundle if it is TypeScript. */
async function runnable(name) {
  const source = join(folder, name)
  if (name.endsWith('.mjs')) return source
  await mkdir(bundles, { recursive: true })
  const outfile = join(bundles, `${relative(folder, source).replaceAll(/[/\\]/g, '-')}.mjs`)
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    // As in the build: the UMD entry of jsonc-parser hides its requires.
    mainFields: ['module', 'main'],
    external: ['electron', '@lydell/node-pty', '@ladybugdb/*', 'esbuild'],
    loader: { '.yaml': 'text', '.md': 'text', '.txt': 'text' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    define: { BENCH_ROOT: JSON.stringify(root) },
  })
  return outfile
}

function inOwnProcess(file) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [file], {
      execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Its own process group, so that leftovers can be killed with it.
      detached: true,
    })
    const endAll = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Already gone.
      }
    }
    const interrupted = () => {
      endAll()
      process.exit(130)
    }
    process.once('SIGINT', interrupted)
    let timer
    let late = false
    const limit = (minutes) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        late = true
        endAll()
      }, minutes * 60_000)
    }
    limit(MINUTES)
    let rows
    child.on('message', (message) => {
      if (message.minutes) limit(message.minutes)
      if (message.rows) rows = message.rows
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupted)
      endAll()
      if (rows) resolve(rows)
      else
        reject(new Error(late ? 'it did not end in time' : `${basename(file)} ended with ${signal ?? code}`))
    })
  })
}
