import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../electron/sandbox-server/api/file-operations.ts'

const decode = (hex: string, encoding?: string, errors?: string) =>
  decodeText(Buffer.from(hex, 'hex'), { path: '/f', encoding, errors })

describe('text is decoded as Python does, by', () => {
  it.each([
    [undefined, 'c3a90a', 'é\n'],
    ['', 'c3a9', 'é'],
    ['UTF8', 'c3a9', 'é'],
    ['utf_8', 'efbbbf61', '\ufeffa'],
    ['utf-8-sig', 'efbbbf61', 'a'],
    ['latin-1', '80e9', '\u0080é'],
    ['latin1', '80e9', '\u0080é'],
    ['iso-8859-1', '80e9', '\u0080é'],
    ['ISO8859-15', 'a4', '€'],
    ['cp1252', '80e9', '€é'],
    ['ascii', '616263', 'abc'],
    ['utf-16', 'fffe6100', 'a'],
    ['utf-16', 'feff0061', 'a'],
    ['utf-16', '6100', 'a'],
    ['utf-16-le', '6100', 'a'],
    ['utf_16_be', '0061', 'a'],
    ['gbk', 'd6d0', '中'],
    ['shift_jis', '93fa', '日'],
    ['koi8-r', 'c1', 'а'],
  ])('%s', (encoding, hex, text) => {
    expect(decode(hex, encoding)).toBe(text)
  })

  it.each([
    ['utf-8', 'fe61', 'a'],
    ['ascii', 'e961', 'a'],
  ])('%s with errors', (encoding, hex, kept) => {
    expect(() => decode(hex, encoding)).toThrow(`/f is not ${encoding} text`)
    expect(decode(hex, encoding, 'replace')).toBe(`\ufffd${kept}`)
    expect(decode(hex, encoding, 'ignore')).toBe(kept)
  })

  it('no name that nobody knows', () => {
    expect(() => decode('61', 'klingon')).toThrow('unknown encoding: klingon')
  })
})
