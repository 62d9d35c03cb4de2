import { z } from 'zod'
import type { PlatformCapabilities } from './capabilities.ts'
import type { SandboxCommands } from './commands.ts'
import type { Files } from './files.ts'
import { LiveSession } from './live-session.ts'
import { PlainSession } from './plain-session.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { Session, SessionOptions } from './session.ts'

/** Opens (or attaches to) a session in the way that suits the platform. */
export async function openSession(
  platform: SandboxCommands & { readonly files: Files },
  capabilities: PlatformCapabilities,
  sandboxId: string,
  name: string,
  options: SessionOptions,
): Promise<Session> {
  const greeting = await create(platform, sandboxId, name, options, capabilities.liveSessions)
  if (capabilities.liveSessions)
    return new LiveSession(platform.client, sandboxId, name, greeting, capabilities.terminal)
  return PlainSession.open(platform, sandboxId, name, greeting, options.signal)
}

const createdSchema = z.looseObject({ output: z.string().nullish() })

/** Nobody can press the keys that a pager waits for, nor write in the editor that a merge opens. */
const NO_SCREEN = { PAGER: 'cat', GIT_MERGE_AUTOEDIT: 'no' }

async function create(
  platform: SandboxCommands,
  sandboxId: string,
  name: string,
  { signal, env, rows, cols, attach }: SessionOptions,
  live: boolean,
): Promise<string> {
  const body = {
    sandbox_id: sandboxId,
    session: name,
    session_type: 'bash',
    // The real platform gives an empty environment otherwise, not even a PATH.
    env_enable: true,
    env: { ...NO_SCREEN, ...(live ? { TERM: 'xterm-256color', COLORTERM: 'truecolor' } : {}), ...env },
    ...(live && rows && cols ? { rows, cols } : {}),
  }
  try {
    const { output } = await platform.client.post('createSession', body, createdSchema, {
      signal,
      timeout: 60_000,
    })
    return output ?? ''
  } catch (error) {
    if (attach && error instanceof SandboxPlatformError && /already exists/.test(error.message)) return ''
    throw error
  }
}
