import { beforeAll, describe, expect, it } from 'vitest'
import { registerBenches } from '../../../renderer/app/bench.ts'
import { readLink } from '../../../renderer/app/links.ts'
import { benches } from '../../../renderer/benches.ts'

beforeAll(() => registerBenches(benches))

const PAGE = 'http://127.0.0.1:4870/'

describe('a copied link', () => {
  it.each([
    ['orrery://explorer/model/a%2Fb', '#/explorer/model/a%2Fb'],
    [`${PAGE}#/console/embedded-model/tools`, '#/console/embedded-model/tools'],
    ['  #/sandboxes/local%2Fbox-1/files \n', '#/sandboxes/local%2Fbox-1/files'],
    ['orrery://explorer/model/a?connection=b%26c', '#/explorer/model/a?connection=b%26c'],
    ['orrery://settings', '#/settings'],
    ['orrery://query', '#/query'],
  ])('%s leads to %s', (link, hash) => {
    expect(readLink(link)).toEqual({ kind: 'place', hash })
  })

  it.each([
    ['orrery://query?text=.model&title=All'],
    ['orrery://query/?text=.model&title=All'],
    [`${PAGE}#/open?text=.model&title=All`],
    ['#/open?text=.model&title=All'],
  ])('%s is a query to be asked about', (link) => {
    expect(readLink(link)).toEqual({
      kind: 'query',
      link: expect.stringMatching(/^orrery:\/\/query\/?\?text=.model&title=All$/) as string,
    })
  })

  it.each([
    '',
    'orrery://',
    'orrery://nowhere/at/all',
    'javascript:alert(1)',
    'https://example.org/',
    '#/open',
    '#/open?',
  ])('%s leads nowhere', (link) => {
    expect(readLink(link)).toBeUndefined()
  })
})
