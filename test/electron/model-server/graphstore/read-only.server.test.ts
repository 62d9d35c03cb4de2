import { spawn, spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { serverProgram } from '../process.ts'
import { element } from './records.ts'

/** Mounts are made in a separate namespace, so that they end with the server. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

let data: string
beforeEach(async () => {
  data = await temporaryFolder()
  const store = await openFileStore({ data })
  await store.workspace('demo').putElements([element('kept')])
  await store.close()
})

const call = (id: number, name: string, args: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`

/** The server's answers to a query and an import, after a shell script has prepared the folder. */
async function answers(script: string): Promise<{ text: string; stderr: string }> {
  const serve = `${script}; exec "$NODE" "$SERVER" --graphstore file.memory --data "$DATA" --enable-writes`
  const child = spawn('unshare', ['-rm', 'sh', '-ec', serve], {
    env: { ...process.env, NODE: process.execPath, SERVER: serverProgram(), DATA: data },
  })
  let [text, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdin.end(
    call(1, 'query_spl_execute', { query: '.model | stats count() as n' }) +
      call(2, 'model_import', { elements: [{ ...element('late') }] }),
  )
  await new Promise((resolve) => child.once('close', resolve))
  return { text, stderr }
}

describe.skipIf(!canMount && 'this machine forbids mounts of one’s own')(
  'a model on a disk that cannot be written',
  () => {
    it.each([
      ['read-only', 'mount --bind "$DATA" "$DATA"; mount -o remount,bind,ro "$DATA"'],
      [
        'full',
        'mount -t tmpfs -o size=64k none /mnt; cp -r "$DATA"/. /mnt; dd if=/dev/zero of=/mnt/full bs=4k 2>/dev/null || true; DATA=/mnt',
      ],
    ])('because it is %s is read, and every change refused with a sentence', async (_why, script) => {
      const { text, stderr } = await answers(script)
      expect(text).toContain('"rows":[{"n":1}]')
      expect(text).toMatch(/"id":2.*"code":"PROVIDER_UNAVAILABLE"/)
      expect(stderr).toContain('cannot be written')
    })
  },
)
