import { formatSize } from '#shared/sandbox/size.ts'
import { addKey, KeyRefused, loadAccess, revokeKey, setCaps } from '../../node/access/key-file.ts'
import { type Access, type Caps, InvalidKeyFile, isValid } from '../../node/access/keys.ts'
import { HELP, KeyUsage, type KeyCommand, parseKeyCommand } from './options.ts'

/** Returns the command's output, which is the only place where a new key's secret appears. */
async function done(wish: KeyCommand): Promise<string> {
  switch (wish.action) {
    case 'help':
      return HELP
    case 'list': {
      const access = await loadAccess(wish.folder)
      return wish.isJson ? `${JSON.stringify(shown(access), null, 2)}\n` : table(access)
    }
    case 'revoke':
      await revokeKey(wish.folder, wish.name)
      return `${wish.name} is revoked.\n`
    case 'caps':
      await setCaps(wish.folder, wish.whose, wish.caps)
      return 'Changed.\n'
    case 'add': {
      const { folder, action: _action, caps, ...rest } = wish
      const given = Object.fromEntries(Object.entries(caps).filter(([, most]) => most !== undefined)) as Caps
      const { key, secret } = await addKey(folder, { ...rest, caps: given })
      if (secret === undefined) return `${key.name} may come through the proxy.\n`
      process.stderr.write('This is shown once. Send it as Authorization: Bearer SECRET.\n')
      return `${secret}\n`
    }
  }
}

/** Without the hashes, which are private. */
const shown = ({ keys, namespaces }: Access) => ({
  keys: keys.map(({ hash, ...key }) => ({
    ...key,
    secret: hash !== undefined,
    valid: isValid(key, Date.now()),
  })),
  namespaces,
})

function table(access: Access): string {
  const rows = access.keys.map((key) => [
    key.name,
    key.role,
    key.namespace,
    key.revoked ? `revoked ${day(key.revoked)}` : key.expires ? `until ${day(key.expires)}` : 'no end',
    capsText(key.caps),
  ])
  for (const [name, caps] of Object.entries(access.namespaces)) rows.push(['*', '', name, '', capsText(caps)])
  if (rows.length === 0) return 'There are no keys.\n'
  const all = [['NAME', 'ROLE', 'NAMESPACE', 'VALID', 'CAPS'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const day = (time: string): string => time.slice(0, 10)

const capsText = (caps: Caps): string =>
  Object.entries(caps)
    .map(([name, most]) => `${name} ${name === 'memory' || name === 'disk' ? formatSize(most) : most}`)
    .join(', ')

try {
  process.stdout.write(await done(parseKeyCommand(process.argv.slice(2), process.env, Date.now())))
} catch (error) {
  const isWrong = error instanceof KeyUsage
  process.stderr.write(`orrery keys: ${error instanceof Error ? error.message : String(error)}\n`)
  if (!isWrong && !(error instanceof KeyRefused || error instanceof InvalidKeyFile)) {
    process.stderr.write('Nothing was changed.\n')
  }
  process.exitCode = isWrong ? 2 : 1
}
