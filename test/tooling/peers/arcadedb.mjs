/**
 * Runs an ArcadeDB with its Bolt listener until stdin ends, from the Python package with its libraries and
 * the Java they need: `node arcadedb.mjs PACKAGE PORT PASSWORD`. Prints "ready" once it answers. The user is
 * root.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [folder = '', port = '', password = ''] = process.argv.slice(2)
const home = await mkdtemp(join(tmpdir(), 'orrery-peer-'))
const settings = {
  'arcadedb.server.rootPath': home,
  'arcadedb.server.rootPassword': password,
  'arcadedb.server.defaultDatabases': 'orrery[root]',
  'arcadedb.server.plugins': 'Bolt:com.arcadedb.bolt.BoltProtocolPlugin',
  'arcadedb.server.httpIncomingHost': '127.0.0.1',
  'arcadedb.server.httpIncomingPort': '0',
  'arcadedb.bolt.host': '127.0.0.1',
  'arcadedb.bolt.port': port,
}
const java = spawn(
  join(folder, 'jre/bin/java'),
  [
    '-Xmx512m',
    '--add-modules=jdk.incubator.vector',
    ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
    '-cp',
    join(folder, 'jars/*'),
    'com.arcadedb.server.ArcadeDBServer',
  ],
  { stdio: ['ignore', 'pipe', 'pipe'], cwd: home },
)
for (const stream of [java.stdout, java.stderr]) {
  createInterface({ input: stream }).on('line', (line) => {
    if (/ArcadeDB Server started/.test(line)) console.log('ready')
    else if (/SEVER|ERROR/.test(line)) console.error(line)
  })
}
process.stdin.resume().once('end', () => java.kill())
java.once(
  'exit',
  (code) => void rm(home, { recursive: true, force: true }).then(() => process.exit(code ?? 1)),
)
