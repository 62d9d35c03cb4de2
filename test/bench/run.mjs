/**
 * Runs the benchmarks and prints what they measured, each figure beside its baseline from the same run: absolute times say
 * little about another machine, ratios do.
 *
 *   node test/bench/run.mjs                    everything
 *   node test/bench/run.mjs model gem          only these areas (folders of test/bench)
 *   node test/bench/run.mjs model/stdio        only one module
 *   node test/bench/run.mjs --json [area…]     one JSON line per row instead of tables
 *   node test/bench/run.mjs --compare FILE     besides, what got better or worse than what --json printed into FILE
 *
 * A benchmark is a module `test/bench/<area>/<name>.bench.mjs` or `.bench.ts` (bundled with esbuild) that exports
 *
 *   bench(): Promise<Row[]>
 *
 *   Row = {
 *     name: string            what was measured
 *     value: number           the figure
 *     unit: string            ms, 1/s, MB, …
 *     baseline?: string       name of the row of the same module that it is compared with: the table shows value / its value
 *     aim?: { most?: number, least?: number, of?: 'value' | 'ratio' }    what we want it to be; `of` defaults to 'value'
 *   }
 *
 * Each module runs in a process of its own with the garbage collector exposed, one after the other, so that none feels the
 * heap of another. Aims are shown, never enforced: a busy machine must not turn a build red.
 */
import { build } from 'esbuild'
import { fork } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the tree, so that bundles find node_modules. */
const bundles = join(root, '.cache/bench')

/** Heap for a million entities and three million relations, with room to spare. */
const HEAP_MB = 12_000

if (process.send) await runModule(process.argv[2])
else await runAll(process.argv.slice(2))

/** In the child: runs one module and hands its rows to the parent. */
async function runModule(file) {
  const { bench } = await import(pathToFileURL(file).href)
  process.send({ rows: await bench() })
  process.disconnect()
}

/** @throws TypeError for an option that is none */
async function runAll(args) {
  const options = { json: { type: 'boolean' }, compare: { type: 'string' }, help: { type: 'boolean' } }
  const { values, positionals: wanted } = parseArgs({ args, options, allowPositionals: true })
  if (values.help)
    return console.log('Usage: npm run bench -- [AREA | AREA/MODULE]… [--json] [--compare FILE]')
  const { json } = values
  const kept = values.compare ? await readKept(values.compare) : undefined
  const names = await modules(wanted)
  if (names.length === 0) {
    console.error(`No benchmark matches ${wanted.join(' ')}; areas are the folders of test/bench.`)
    process.exitCode = 2
  }
  for (const name of names) {
    if (!json) console.log(`\n${name}`)
    try {
      const rows = await inOwnProcess(await runnable(name))
      if (json)
        for (const row of rows) console.log(JSON.stringify({ module: name, ...row, ...compared(row, rows) }))
      else console.log(table(rows))
      if (kept && !json) console.log(changes(kept, name, rows))
    } catch (error) {
      console.error(`${name} failed: ${error.message}`)
      process.exitCode = 1
    }
  }
}

/** The rows of an earlier run, by module and name. */
async function readKept(file) {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('{'))
  return new Map(lines.map((line) => JSON.parse(line)).map((row) => [`${row.module} ${row.name}`, row]))
}

/** Each row beside that of the earlier run: ratios to the baseline of the same run where there are any, since another hour is another machine. */
function changes(kept, module, rows) {
  const lines = rows.flatMap((row) => {
    const before = kept.get(`${module} ${row.name}`)
    if (!before) return []
    const { ratio } = compared(row, rows)
    const [then, now] = ratio && before.ratio ? [before.ratio, ratio] : [before.value, row.value]
    const isMoreBetter = row.aim?.least !== undefined || row.unit === '1/s'
    const change = isMoreBetter ? then / now : now / then
    const words = change > 1.1 ? 'worse' : change < 0.9 ? 'better' : 'alike'
    return [`  ${words.padEnd(6)}  ${figure(now / then)} ×  ${row.name}${ratio ? '' : ' (no baseline)'}`]
  })
  return ['  beside the kept run', ...lines].join('\n')
}

/** Names like `model/stdio` of the modules that the arguments select. */
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

/** The file to run: the module itself, or its bundle when it is TypeScript. */
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
    // As the build does: the UMD entry of jsonc-parser hides its requires.
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
    })
    let rows
    child.on('message', (message) => {
      rows = message.rows
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      rows ? resolve(rows) : reject(new Error(`${basename(file)} ended with code ${code}`)),
    )
  })
}

/** The ratio to the baseline and whether the aim is met, as far as the row has them. */
function compared(row, rows) {
  const baseline = rows.find((other) => other.name === row.baseline)
  const ratio = baseline && row.value / baseline.value
  const judged = row.aim?.of === 'ratio' ? ratio : row.value
  const met = row.aim && judged <= (row.aim.most ?? Infinity) && judged >= (row.aim.least ?? -Infinity)
  return { ratio, met }
}

function table(rows) {
  const lines = rows.map((row) => {
    const { ratio, met } = compared(row, rows)
    const bound = row.aim && (row.aim.most === undefined ? `≥ ${row.aim.least}` : `≤ ${row.aim.most}`)
    const aim = row.aim ? `${bound}${row.aim.of === 'ratio' ? ' ×' : ''} ${met ? 'met' : 'MISSED'}` : ''
    return [
      row.name,
      figure(row.value),
      row.unit,
      ratio === undefined ? '' : `${figure(ratio)} ×`,
      row.baseline ?? '',
      aim,
    ]
  })
  const all = [['', 'value', 'unit', 'ratio', 'to', 'aim'], ...lines]
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)))
  return all
    .map((line) =>
      line
        .map((cell, column) =>
          [1, 3].includes(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Three significant digits, or whole numbers above a thousand. */
function figure(value) {
  return Math.abs(value) >= 1_000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))
}
