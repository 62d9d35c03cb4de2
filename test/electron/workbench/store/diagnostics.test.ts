import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnosticsText, redacted } from '../../../../electron/workbench/store/backup.ts'
import { bareHost } from '../bare-host.ts'

const SECRET = 'Zx9-k3y_Value42'

describe('what is written into a report', () => {
  it.each([
    ['a header', `authorization: Bearer ${SECRET}`],
    ['a header of a key', `X-API-Key: ${SECRET}`],
    ['an address with a token', `GET http://127.0.0.1:4870/?token=${SECRET}&x=1`],
    ['an address with a password', `git clone https://me:${SECRET}@example.org/x.git`],
    ['an address with a token as its user', `https://${SECRET}@example.org`],
    ['a variable', `OPENAI_API_KEY=${SECRET} node server.mjs`],
    ['an option', `server --token ${SECRET}`],
    ['JSON', JSON.stringify({ password: SECRET })],
    ['a cookie', `Cookie: orrery-session-4870=${SECRET}`],
    ['a key of a known maker', 'ghp_0123456789abcdefABCDEF0123456789abcd'],
    ['anything long and random', 'saw 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
  ])('holds no secret of %s', (_what, text) => {
    const shown = redacted(text, [])
    expect(shown).not.toContain(SECRET)
    expect(shown).toContain('•••')
  })

  it.each([
    'The sandbox server listens on http://127.0.0.1:39211',
    'bwrap: setting up uid map: Permission denied',
    'model-server info: quickstart workspace=demo sample=incident imported=120',
    'node v20.20.2, Linux 6.18.0 x64',
  ])('stays as it was: %s', (text) => expect(redacted(text, [])).toBe(text))

  it('says neither who nor where the user is', () => {
    const person = [
      ['/home/alice', '~'],
      ['alices-laptop', 'HOST'],
      ['alice', 'USER'],
    ] as const
    expect(redacted('/home/alice/.config/orrery on alices-laptop by alice', person)).toBe(
      '~/.config/orrery on HOST by USER',
    )
  })

  it('holds no secret wherever it stands, and is JSON', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9]{8,30}$/).filter((text) => /\d/.test(text))
    const around = fc.string({ maxLength: 20 })
    fc.assert(
      fc.property(value, around, around, (secret, before, after) => {
        const text = diagnosticsText({
          capabilities: bareHost('/data').capabilities,
          settings: { 'agent.url': `https://u:${secret}@h` },
          notices: [
            {
              id: '1',
              level: 'info',
              code: 'serverProblem',
              params: { problem: `${before} token=${secret}` },
            },
          ],
          connections: [
            {
              id: 'c',
              kind: 'model',
              name: 'C',
              transport: 'stdio',
              state: 'ready',
              since: 0,
              restarts: 0,
              embedded: false,
              log: [{ at: 0, source: 'stderr', text: `${before} KEPT ${secret} ${after}` }],
            },
          ],
          mask: (line) => line.replaceAll(secret, '${secret:mine}'),
        })
        expect(JSON.parse(text)).toMatchObject({ orrery: 'diagnostics' })
        expect(text).not.toContain(secret)
      }),
    )
  })
})
