import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { unreachable } from '../../../electron/cli/check/unreachable.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { repository } from '../repository.ts'
import { built } from './built.ts'

const root = repository()
const fixture = (name: string): string => join(root, 'test/fixtures/tls', name)
const servers: Server[] = []

/** Starts a server with a certificate; resolves with its port. */
async function serve(certificate: string): Promise<number> {
  const cert = readFileSync(fixture(certificate))
  const server = createServer({ key: readFileSync(fixture('server.key')), cert }, (_request, response) =>
    response.end('{}'),
  )
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

afterEach(() => servers.splice(0).forEach((server) => server.close()))

describe('orrery check, where the certificate is not trusted', () => {
  it('says why, and what helps', async () => {
    // As it is shipped, because it reads the trusted certificates at startup.
    const program = await built('check', await temporaryFolder())
    const check = async (address: string, authorities?: string) => {
      const { NODE_EXTRA_CA_CERTS: _, NODE_TLS_REJECT_UNAUTHORIZED: __, ...env } = process.env
      const extra = authorities === undefined ? {} : { NODE_EXTRA_CA_CERTS: fixture(authorities) }
      const child = spawn(process.execPath, [program, address], { env: { ...env, ...extra } })
      const said = await text(child.stderr)
      return said.replaceAll(/:\d+/g, '')
    }
    const ofCompany = await serve('server.pem')
    expect(await check(`https://127.0.0.1:${ofCompany}/mcp`)).toMatch(
      /^orrery check: the certificate of 127\.0\.0\.1 is not trusted: the authority that signed it is not known here, \w+; .*NODE_EXTRA_CA_CERTS.*store\n$/,
    )
    expect(await check(`https://localhost:${ofCompany}/mcp`, 'ca.pem')).toMatch(
      /is not trusted: it is for another name \(DNS:orrery\.test, .*\), ERR_TLS_CERT_ALTNAME_INVALID; use the name/,
    )
    const own = await serve('self-signed.pem')
    expect(await check(`https://127.0.0.1:${own}/`)).toMatch(/: it is self-signed.*NODE_EXTRA_CA_CERTS/)
    // Trusted as the message suggests, the server can be reached.
    expect(await check(`https://127.0.0.1:${own}/`, 'self-signed.pem')).toMatch(/^orrery check: neither /)
  })

  it.each([
    ['CERT_HAS_EXPIRED', /it has expired, CERT_HAS_EXPIRED; renew it/],
    ['CERT_NOT_YET_VALID', /it is not valid yet, .*clock/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /authority .* is not known here, .*NODE_EXTRA_CA_CERTS/],
    ['CERT_REVOKED', /it cannot be used, CERT_REVOKED; /],
    ['ECONNREFUSED', /^https:\/\/orrery\.test cannot be reached \(ECONNREFUSED\)$/],
  ])('%s', (code, said) => {
    expect(unreachable('https://orrery.test', { cause: { code } })).toMatch(said)
  })

  it('says nothing of an error that is no matter of the way there', () => {
    expect(unreachable('https://orrery.test', new Error('expected JSON'))).toBeUndefined()
  })
})
