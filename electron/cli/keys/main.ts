import { noteKeyChange } from '../../node/access/key-changes.ts'
import { addKey, KeyRefused, loadAccess, revokeKey, setCaps } from '../../node/access/key-file.ts'
import { type Access, type Caps, InvalidKeyFile, isValid } from '../../node/access/keys.ts'
import { HELP, KeyUsage, type KeyCommand, parseKeyCommand } from './options.ts'
import { keyTable } from './table.ts'

/** Returns the command's output, which is the only place where a new key's secret appears. */
async function done(wish: KeyCommand): Promise<string> {
  switch (wish.action) {
    case 'help':
      return HELP
    case 'list': {
      const access = await loadAccess(wish.folder)
      return wish.isJson
        ? `${JSON.stringify(shown(access), null, 2)}\n`
        : keyTable(access, Date.now(), wish.folder)
    }
    case 'revoke':
      await revokeKey(wish.folder, wish.name)
      await noted(wish.folder, 'revoke', wish.name)
      return `${wish.name} is revoked; what it had open ends. Its sandboxes go on: another key of its namespace, an admin or the token can stop them.\n`
    case 'caps':
      await setCaps(wish.folder, wish.whose, wish.caps)
      await noted(
        wish.folder,
        'caps',
        'key' in wish.whose ? wish.whose.key : `namespace ${wish.whose.namespace}`,
      )
      return 'Changed.\n'
    case 'add': {
      const { folder, action: _action, caps, ...rest } = wish
      const given = Object.fromEntries(Object.entries(caps).filter(([, most]) => most !== undefined)) as Caps
      const { key, secret } = await addKey(folder, { ...rest, caps: given })
      await noted(folder, 'add', key.name)
      if (secret === undefined) return `${key.name} may come through the proxy.\n`
      process.stderr.write(
        `This is shown once. Send it as Authorization: Bearer SECRET to servers whose keys are in ${folder}.\n`,
      )
      return `${secret}\n`
    }
  }
}

/** A change that is made, and counts, counts without its line in the audit, too: a revocation must not wait for a disk. */
const noted = (...change: Parameters<typeof noteKeyChange>): Promise<void> =>
  noteKeyChange(...change).catch((error: Error) => {
    process.stderr.write(`orrery keys: This is not in the audit, which cannot be written: ${error.message}\n`)
  })

/** Without the hashes, which are private. */
const shown = ({ keys, namespaces }: Access) => ({
  keys: keys.map(({ hash, ...key }) => ({
    ...key,
    secret: hash !== undefined,
    valid: isValid(key, Date.now()),
  })),
  namespaces,
})

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
