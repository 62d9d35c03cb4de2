import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditFolder, type AuditLine } from '../../../../electron/node/access/audit.ts'
import { addKey } from '../../../../electron/node/access/key-file.ts'
import type { Role } from '#shared/sandbox/own-key.ts'
import type { Caps } from '../../../../electron/node/access/keys.ts'
import type { TestServer } from './server.ts'

export const accessFolder = ({ data }: Pick<TestServer, 'data'>): string => join(data, 'access')

/** A server's audit log, from all of its files. */
export function auditOf(server: Pick<TestServer, 'data'>): AuditLine[] {
  const folder = auditFolder(accessFolder(server))
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditLine)
}

/** The secret of a new key. */
export async function secretOf(
  server: Pick<TestServer, 'data'>,
  name: string,
  role: Role,
  namespace: string,
  caps: Caps = {},
): Promise<string> {
  const wish = { name, role, namespace, expires: undefined, caps, hasSecret: true }
  const { secret = '' } = await addKey(accessFolder(server), wish)
  return secret
}

export interface Reply {
  readonly http: number
  readonly text: string
  /** The envelope, or the error in its place. */
  // Answers are asserted by shape, field by field.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** Sends a request with a key; a POST if there is a body. */
export async function ask(
  url: string,
  secret: string,
  { method, body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { http: response.status, text, json: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
