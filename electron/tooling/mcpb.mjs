/**
 * Builds a bundle (`.mcpb`) of the graph-model server, which hosts such as Claude Desktop install with a
 * double click, and `server.json`, its entry for an MCP registry: `npm run mcpb`. The output is reproducible.
 *
 *   node electron/tooling/mcpb.mjs [output folder] [base URL where the bundle will be published]
 *
 * Without a URL, `server.json` lists no package, since there is none yet.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { MODEL_SERVER } from './packaging/contents.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/**
 * Modification time of every file in the bundle. Zip stores local time, so write the same local time in every
 * time zone.
 */
const epoch = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 1_700_000_000) * 1_000)
const TIME = new Date(epoch.getUTCFullYear(), epoch.getUTCMonth(), epoch.getUTCDate(), epoch.getUTCHours())
const NAME = 'orrery-model'
const TITLE = 'Orrery graph model'
const SUMMARY = 'Explore and query a graph model of services, data and their relations in SPL and Cypher.'
/** Version of the manifest format (github.com/modelcontextprotocol/mcpb). */
const MANIFEST_VERSION = '0.3'
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** @typedef {{ version: string, license: string, author: string, engines: { node: string } }} About */

/** @param {About} about @param {{ name: string, description: string }[]} tools */
const manifestOf = ({ version, license, author, engines }, tools) => ({
  manifest_version: MANIFEST_VERSION,
  name: NAME,
  display_name: TITLE,
  version,
  description: SUMMARY,
  long_description:
    'Serves a sample model of eighty-nine elements with its entities and relations, in memory. Nothing leaves this machine, unless you choose a file with telemetry endpoints that it may ask.',
  author: { name: author },
  license,
  keywords: ['graph', 'model', 'spl', 'cypher', 'topology'],
  server: {
    type: 'node',
    entry_point: 'server/model-server.mjs',
    mcp_config: {
      command: 'node',
      args: [
        '${__dirname}/server/model-server.mjs',
        '--quickstart',
        // Keep this a single argument: hosts substitute nothing when the user chose no file.
        '--telemetry=${user_config.telemetry}',
      ],
      env: {},
    },
  },
  user_config: {
    telemetry: {
      type: 'file',
      title: 'Telemetry endpoints',
      description:
        'Optional. A JSON file that names the Prometheus and Elasticsearch endpoints that plans may be run against (docs/mcp.md, Configuration).',
      required: false,
      default: '',
    },
  },
  tools: tools.map(({ name, description }) => ({ name, description })),
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
})

/** @param {About} about @param {{ identifier: string, sha256: string } | undefined} bundle */
const serverJsonOf = ({ version }, bundle) => ({
  $schema: SERVER_SCHEMA,
  name: 'app.orrery/model',
  title: TITLE,
  description: SUMMARY,
  version,
  packages: bundle && [
    {
      registryType: 'mcpb',
      identifier: bundle.identifier,
      version,
      fileSha256: bundle.sha256,
      transport: { type: 'stdio' },
    },
  ],
})

/** @param {string} folder @param {string} [address] @returns {Promise<{ bundle: string, server: string }>} the paths of both */
export async function makeBundle(folder, address) {
  const about = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const program = join(root, 'dist/model-server.mjs')
  const offered = JSON.parse(execFileSync(process.execPath, [program, '--manifest'], { encoding: 'utf8' }))
  const manifest = JSON.stringify(manifestOf(about, offered.tools), null, 2)
  /** @type {Record<string, Buffer>} */
  const files = {
    'manifest.json': Buffer.from(`${manifest}\n`),
    LICENSE: await readFile(join(root, 'LICENSE')),
    'THIRD-PARTY-NOTICES.txt': await readFile(join(root, 'dist/THIRD-PARTY-NOTICES.txt')),
  }
  for (const name of MODEL_SERVER) files[`server/${name}`] = await readFile(join(root, 'dist', name))
  const zip = zipSync(files, { level: 9, mtime: TIME })
  await mkdir(folder, { recursive: true })
  const file = `${NAME}-${about.version}.mcpb`
  const [bundle, server] = [join(folder, file), join(folder, 'server.json')]
  await writeFile(bundle, zip)
  const identifier = address && new URL(file, address.endsWith('/') ? address : `${address}/`).href
  const sha256 = createHash('sha256').update(zip).digest('hex')
  const described = serverJsonOf(about, identifier ? { identifier, sha256 } : undefined)
  await writeFile(server, `${JSON.stringify(described, null, 2)}\n`)
  return { bundle, server }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bundle, server } = await makeBundle(process.argv[2] ?? join(root, 'release'), process.argv[3])
  console.log(`${bundle}\n${server}`)
}
