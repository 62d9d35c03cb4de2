/**
 * Brings an Elasticsearch or an OpenSearch by the libraries that they publish, which Maven fetches, and runs one node of it until the input ends:
 * `node search.mjs org.elasticsearch 7.17.29 FOLDER PORT`. Says "ready" once it answers. Nothing of either is part of the product.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [group = '', version = '', cache = '', port = ''] = process.argv.slice(2)
const artifact = group.split('.').at(-1)
const dependency = (...[groupId, artifactId, its]) =>
  `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${its}</version></dependency>`
/** OpenSearch leaves out what it writes its log with. */
const LOG = { 'org.opensearch': ['org.apache.logging.log4j', 'log4j-core', '2.25.4'] }

const folder = join(cache, `${artifact}-${version}`)
if (!existsSync(join(folder, 'complete'))) {
  await mkdir(folder, { recursive: true })
  const wanted = [
    [group, artifact, version],
    [`${group}.plugin`, 'transport-netty4-client', version],
    ...(LOG[group] ? [LOG[group]] : []),
  ]
  await writeFile(
    join(folder, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>peer</groupId><artifactId>peer</artifactId><version>1</version><dependencies>${wanted.map((one) => dependency(...one)).join('')}</dependencies></project>`,
  )
  execFileSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await writeFile(join(folder, 'complete'), '')
}

const home = await mkdtemp(join(tmpdir(), `orrery-${artifact}-`))
const program = fileURLToPath(new URL('SearchNode.java', import.meta.url))
const node = spawn('java', ['-Xmx512m', '-cp', join(folder, 'lib', '*'), program, group, home, port], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
node.once(
  'exit',
  (code) => void rm(home, { recursive: true, force: true }).then(() => process.exit(code ?? 1)),
)
