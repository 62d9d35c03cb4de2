import { closeSync, readdirSync, readFileSync } from 'node:fs'

/** The flag in the octal number of `/proc/self/fdinfo/N` that a descriptor is closed when another program is executed. */
const CLOSE_ON_EXEC = 0o2000000

/**
 * Closes what whoever started this process left open in it besides the standard descriptors: bubblewrap would hand it on into every
 * sandbox. Node's own descriptors are closed on exec and stay. Linux only: elsewhere there is no bubblewrap.
 */
export function closeInherited(): void {
  const channel = Number(process.env['NODE_CHANNEL_FD'] ?? Number.NaN)
  for (const name of listed()) {
    const descriptor = Number(name)
    if (descriptor <= 2 || descriptor === channel || closesOnExec(name)) continue
    try {
      closeSync(descriptor)
    } catch {
      // It was the one that listed them.
    }
  }
}

function listed(): string[] {
  try {
    return readdirSync('/proc/self/fd')
  } catch {
    return []
  }
}

function closesOnExec(descriptor: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0
  } catch {
    return true
  }
}
