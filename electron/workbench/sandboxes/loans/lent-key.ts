import type { LendInput } from '#shared/workbench/areas/loans.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { SandboxPlatform } from '../client/index.ts'

/** Folder of a lent key in the sandbox: on a memory file system, which is in no commit and no fork. */
const lentFolder = (id: string): string => `/dev/shm/orrery-lent-${id}`

/** Whether $1 is on a memory file system, as GNU and BusyBox report it. */
const IN_MEMORY =
  'in_memory() { [ "$(stat -f -c %T "$1" 2>/dev/null)" = tmpfs ] || grep -q " /dev/shm tmpfs " /proc/mounts; }'

/** The line added to git's configuration; it has no effect without the file. */
const LINE = 'line="[include] path = $1/gitconfig" config=$2/.gitconfig'

/**
 * Removes everything of the loan in $1 from the home $2, the key first. Settings that git wrote below the added line are retained
 * under their own section header.
 */
const TAKE_BACK = `
rm -f -- "$1/secret"
[ -z "$ending" ] && [ -f "$1/timer" ] && kill $(cat "$1/timer") 2>/dev/null
${LINE}
if [ -f "$config" ] && grep -qxF -- "$line" "$config"; then
  awk -v own="$line" '$0 == own { held = 1; next } held && /^[ \\t]/ { print "[include]" } { held = 0; print }' \\
    "$config" > "$config.orrery" && cat "$config.orrery" > "$config"
  rm -f -- "$config.orrery"
  [ -s "$config" ] || rm -f -- "$config"
fi
rm -rf -- "$1"
[ ! -e "$1" ]`

/** Ends the loan after $3 seconds, even if nothing is left to request it. */
const TIMER = `trap '' HUP
ending=yes
sleep "$3" &
echo "$$ $!" > "$1/timer"
wait $!
${TAKE_BACK}
`

/**
 * Creates the folder of a loan and the files without secrets; prints the home, or nothing if there is no memory file
 * system.
 */
const PREPARE = `${IN_MEMORY}
in_memory /dev/shm || exit 0
umask 077
mkdir -- "$1" && printf %s "$2" > "$1/gitconfig" && printf %s "$3" > "$1/ssh" && printf %s "$4" > "$1/host" &&
  printf %s "$5" > "$1/end" && cd && pwd`

/** Starts the timer after verifying that the platform's file writes there really go to memory. */
const ARM = `${IN_MEMORY}
[ -s "$1/probe" ] && in_memory "$1/probe" || exit 3
rm -f -- "$1/probe"
start=$(command -v setsid)
$start sh "$1/end" "$1" "$2" "$3" < /dev/null > /dev/null 2>&1 &`

const ACTIVATE = `${LINE}
[ -s "$1/secret" ] && chmod 600 "$1/secret" || exit 3
[ -s "$config" ] && [ -n "$(tail -c 1 "$config")" ] && echo >> "$config"
printf '%s\\n' "$line" >> "$config"`

/** The URL that a token is for; HTTPS if no scheme was given. */
const addressOf = (host: string): string => (/^https?:\/\//.test(host) ? host : `https://${host}`)

/** The bare host name, as SSH uses it. */
const nameOf = (host: string): string => host.replace(/^https?:\/\//, '').replace(/:\d+$/, '')

/**
 * The git configuration. The empty helper comes first and resets the list: a helper such as `store` would write the token to disk.
 */
function gitConfig({ kind, host }: LendInput, folder: string): string {
  if (kind === 'ssh') return `[core]\n\tsshCommand = ssh -F ${folder}/ssh\n`
  const helper = `"!f() { test \\"$1\\" = get && cat ${folder}/secret; }; f"`
  return `[credential "${addressOf(host)}"]\n\thelper =\n\thelper = ${helper}\n`
}

/** The hosts of all lent keys, then the user's and the system's settings. */
const SSH_CONFIG = `Include ${lentFolder('*')}/host\nInclude ~/.ssh/config\nInclude /etc/ssh/ssh_config\n`

const hostConfig = ({ kind, host }: LendInput, folder: string): string =>
  kind === 'ssh' ? `Host ${nameOf(host)}\n  IdentityFile ${folder}/secret\n  IdentitiesOnly yes\n` : ''

/** The key file's content: SSH requires Unix line ends and a final one. */
function secretFile({ kind, user }: LendInput, value: string): string {
  if (kind === 'ssh') return `${value.replaceAll('\r\n', '\n').trim()}\n`
  return `username=${user || 'x-access-token'}\npassword=${value.trim()}\n`
}

/**
 * Puts a key into a sandbox, using operations that every platform has. The key is sent in a request body and written to a file in
 * memory, never passed as an argument or variable; the file is created and verified to be in memory before the key is written.
 * @returns the home folder, which removing the key requires
 * @throws WorkbenchError LEND_NO_MEMORY, LEND_FAILED
 */
export async function putKey(
  client: SandboxPlatform,
  { id, input, value }: { readonly id: string; readonly input: LendInput; readonly value: string },
  signal: AbortSignal,
): Promise<string> {
  const { sandboxId, minutes } = input
  const folder = lentFolder(id)
  const run = (script: string, ...args: string[]) =>
    client.execute(sandboxId, ['sh', '-c', script, 'sh', folder, ...args], { signal })
  const prepared = await run(PREPARE, gitConfig(input, folder), SSH_CONFIG, hostConfig(input, folder), TIMER)
  const home = prepared.stdout.trim()
  if (prepared.exit_code !== 0) throw workbenchError('LEND_FAILED', { reason: prepared.stderr.trim() })
  if (home === '') throw workbenchError('LEND_NO_MEMORY')
  try {
    await client.files.writeText(sandboxId, `${folder}/probe`, 'probe\n', signal)
    if ((await run(ARM, home, String(minutes * 60))).exit_code !== 0) throw workbenchError('LEND_NO_MEMORY')
    // A platform's error message may contain the request.
    await client.files
      .writeText(sandboxId, `${folder}/secret`, secretFile(input, value), signal)
      .catch(() => {
        throw workbenchError('LEND_FAILED', { reason: `${folder}/secret` })
      })
    const activated = await run(ACTIVATE, home)
    if (activated.exit_code !== 0) throw workbenchError('LEND_FAILED', { reason: activated.stderr.trim() })
    return home
  } catch (error) {
    await removeKey(client, sandboxId, { id, home }).catch(() => undefined)
    throw error
  }
}

/** Removes everything that {@link putKey} created. @throws WorkbenchError LEND_KEPT */
export async function removeKey(
  client: SandboxPlatform,
  sandboxId: string,
  { id, home }: { readonly id: string; readonly home: string },
): Promise<void> {
  const { exit_code: code, stderr } = await client.execute(
    sandboxId,
    ['sh', '-c', TAKE_BACK, 'sh', lentFolder(id), home],
    { seconds: 20 },
  )
  if (code !== 0) throw workbenchError('LEND_KEPT', { reason: stderr.trim() || lentFolder(id) })
}
