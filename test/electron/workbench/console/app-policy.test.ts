import { describe, expect, it } from 'vitest'
import { policyOf } from '../../../../electron/workbench/console/app-policy.ts'

const directives = (meta: unknown, isHere = true): Record<string, string> =>
  Object.fromEntries(
    policyOf(meta, isHere)
      .policy.split('; ')
      .map((each) => [each.split(' ')[0] ?? '', each.slice(each.indexOf(' ') + 1)]),
  )
const csp = (declared: unknown) => ({ ui: { csp: declared } })

describe('the policy of an app', () => {
  it.each([undefined, null, 'text', {}, { ui: 7 }, csp([]), csp({ connectDomains: 'https://a.example' })])(
    'lets nothing in where %j is declared',
    (meta) =>
      expect(directives(meta)).toEqual({
        'default-src': "'none'",
        'script-src': "'unsafe-inline'",
        'style-src': "'unsafe-inline'",
        'img-src': 'data: blob:',
        'media-src': 'data: blob:',
        'font-src': 'data:',
        'connect-src': "'none'",
        'base-uri': "'none'",
        'frame-src': "'none'",
        'worker-src': "'none'",
        'object-src': "'none'",
        'form-action': "'none'",
        sandbox: 'allow-scripts allow-forms',
      }),
  )

  it('lets in the places that are declared, each for what it is declared for', () => {
    const given = directives(
      csp({
        connectDomains: ['https://api.example', 'wss://live.example:8443'],
        resourceDomains: ['https://*.cdn.example/'],
        baseUriDomains: ['https://base.example'],
      }),
    )
    expect(given['connect-src']).toBe('https://api.example wss://live.example:8443')
    for (const kind of ['script', 'style', 'img', 'media', 'font'])
      expect(given[`${kind}-src`]).toMatch(/ https:\/\/\*\.cdn\.example$/)
    expect(given['script-src']).not.toContain('api.example')
    expect(given['base-uri']).toBe('https://base.example')
  })

  it.each([
    '*',
    'https:',
    'data:',
    "'self'",
    "'unsafe-eval'",
    'https://*',
    'https://*.com',
    'http://plain.example',
    'https://a.example; script-src *',
    'https://a.example https://b.example',
    'https://a.example,https://b.example',
    'https://a.example/path',
    'https://user@a.example',
    'javascript://a.example',
    'api.example',
    '',
    7,
    null,
  ])('does not let in %j, and says so', (place) => {
    for (const kind of ['connectDomains', 'resourceDomains', 'baseUriDomains']) {
      const { policy, refused } = policyOf(csp({ [kind]: [place] }), true)
      expect(policy).toBe(policyOf({}, true).policy)
      expect(refused).toEqual([String(place)])
    }
  })

  it.each(['http://127.0.0.1:4870', 'http://localhost:3000', 'https://app.localhost'])(
    'lets %s in for a server on this machine, and for no other',
    (place) => {
      expect(directives(csp({ connectDomains: [place] }), true)['connect-src']).toBe(place)
      expect(directives(csp({ connectDomains: [place] }), false)['connect-src']).toBe("'none'")
    },
  )

  it('takes fifty places of a kind, and no frames', () => {
    const connectDomains = Array.from({ length: 60 }, (_, at) => `https://a${at}.example`)
    const { policy, refused } = policyOf(csp({ connectDomains, frameDomains: ['https://f.example'] }), true)
    expect(policy.match(/https:/g)).toHaveLength(50)
    expect(refused).toHaveLength(11)
  })
})
