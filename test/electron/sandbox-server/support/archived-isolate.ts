import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ExecSpec, Isolate } from '../../../../electron/sandbox-server/runtime/runtime.ts'

/** What a Pod says of its directory, processor, user and environment. */
const SETTINGS = '/srv\nx86_64\n1000\nPATH=/bin\0KUBERNETES_PORT=1\0HOSTNAME=h\0LANG=C.UTF-8\0'

/** A sandbox whose archive is this, with the words and the exit code of `tar`. */
export function isolateOf(archive: Readable, words = '', code = 0): Isolate {
  const exec = ({ argv }: ExecSpec) => {
    const isArchive = argv.join(' ').includes('tar -cf')
    const stdout = isArchive ? archive : Readable.from([Buffer.from(SETTINGS)])
    const stderr = Readable.from([Buffer.from(isArchive ? words : '')])
    const exited = once(stdout, 'end').then(() => ({ code: isArchive ? code : 0 }))
    return { stdin: null, stdout, stderr, exited, kill: () => void stdout.destroy() }
  }
  // The only method that is called.
  return { exec } as unknown as Isolate
}
