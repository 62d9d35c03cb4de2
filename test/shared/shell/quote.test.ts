import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shellQuote } from '#shared/shell/quote.ts'

it.skipIf(process.platform === 'win32' && 'Windows has no such shell')(
  'a shell reads a quoted text as that very text',
  () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from(`'"\\$\`!~*?[]{}();&|<> \t\na=#%é`)) })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 200 }), (words) => {
        const line = `printf '%s\\0' ${words.map(shellQuote).join(' ')}`
        expect(execFileSync('sh', ['-c', line]).toString()).toBe(words.map((word) => `${word}\0`).join(''))
      }),
      { numRuns: 20 },
    )
  },
)
