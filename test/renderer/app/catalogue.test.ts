import { describe, expect, it } from 'vitest'
import { en } from '../../../renderer/app/i18n/en.ts'
import { zh } from '../../../renderer/app/i18n/zh.ts'

const english: Readonly<Record<string, string>> = en
const chinese: Readonly<Record<string, string>> = zh

/** Names of the placeholders of an ICU message; what stands inside plural branches does not count. */
function placeholders(message: string): string[] {
  const plain = message.replaceAll(/'\$\{[^}]*\}'/g, '')
  return [...new Set([...plain.matchAll(/\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? ''))].sort()
}

describe('the Chinese catalogue', () => {
  it('has a text for every key, and for no other', () => {
    expect(Object.keys(english).filter((key) => !(key in chinese))).toEqual([])
    expect(Object.keys(chinese).filter((key) => !(key in english))).toEqual([])
  })

  it.each(Object.keys(chinese))('%s fills only placeholders that exist', (key) => {
    const known = placeholders(english[key] ?? '')
    expect(placeholders(chinese[key] ?? '').filter((name) => !known.includes(name))).toEqual([])
  })
})
