import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkScanner } from '../../../electron/sandbox-server/session/outputs.ts'
import { OutputBuffer, Run } from '../../../electron/sandbox-server/session/run.ts'
import { completeLength, decodeBytes, textLength } from '../../../electron/node/terminal-text.ts'
import { plainOutput, pythonQuoted, textOf } from '../../../electron/sandbox-server/session/output-text.ts'
import { isPlainlyValid } from '../../../electron/sandbox-server/session/plain-syntax.ts'
import { readKey, ShellKey, SIGN } from '../../../electron/sandbox-server/session/shell-key.ts'

const NONCE = '0123456789abcdef0123456789abcdef'
const mark = (which: 'B' | 'E'): string => `\x1b]6973;${NONCE}${which}\x07`

/** Splits bytes at the given offsets. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return places.slice(1).map((end, n) => bytes.subarray(places[n], end))
}

describe('the mark scanner', () => {
  const scan = (chunks: readonly Buffer[]) => {
    const seen: string[] = []
    let data = ''
    const scanner = new MarkScanner({
      data: (bytes) => void (data += bytes.toString('latin1')),
      mark: (text) => {
        if (!text.startsWith(NONCE)) return false
        seen.push(`${data.length}:${text.at(-1)}`)
        return true
      },
    })
    for (const chunk of chunks) scanner.push(chunk)
    scanner.flush()
    return { data, seen }
  }
  it('finds marks however the stream is cut, and loses no other byte', () => {
    const noise = fc.array(
      fc.constantFrom(
        'a',
        '\x1b',
        '\x1b]',
        '\x1b]6973;',
        '\x1b]6973;short\x07',
        `\x1b]6973;${'f'.repeat(32)}E\x07`,
        '\x07',
        '\n',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(noise, noise, fc.array(fc.nat(), { maxLength: 8 }), (before, inside, cuts) => {
        const [first, second] = [before.join(''), inside.join('')]
        const stream = first + mark('B') + second + mark('E')
        expect(scan(pieces(Buffer.from(stream, 'latin1'), cuts))).toEqual({
          data: first + second,
          seen: [`${first.length}:B`, `${first.length + second.length}:E`],
        })
      }),
    )
  })
})

describe('decoding', () => {
  it.each([
    [[0xff, 0xfe], '\\xff\\xfe'],
    [[0x61, 0xc3, 0xa9, 0xc3], 'aé\\xc3'],
    [[0xed, 0xa0, 0x80], '\\xed\\xa0\\x80'],
    [[0xf0, 0x9f, 0x8e, 0x89], '🎉'],
    [[0xc0, 0x80], '\\xc0\\x80'],
  ])('%j', (bytes, text) => {
    expect(decodeBytes(Buffer.from(bytes))).toBe(text)
  })
  it('keeps every text as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodeBytes(Buffer.from(text)) === text))
  })
  it('never cuts a character that is still to come', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, cut) => {
        const bytes = Buffer.from(text)
        const part = bytes.subarray(0, cut % (bytes.length + 1))
        const whole = part.subarray(0, completeLength(part)).toString()
        expect(text.startsWith(whole)).toBe(true)
        expect(part.length - completeLength(part)).toBeLessThan(4)
      }),
    )
  })
})

describe('plain output', () => {
  it.each([
    ['\x1b[31mred\x1b[0m', 'red'],
    ['\x1b]0;title\x07x', 'x'],
    ['\x1b]0;title\x1b\\x', 'x'],
    ['  a\r\n b \r\n', 'a\r\n b'],
    ['\x1b(Bplain\x1b=', 'plain'],
    ['bell\x07', 'bell\x07'],
  ])('%j', (text, plain) => {
    expect(plainOutput(text)).toBe(plain)
  })
})

describe('quoting as Python does', () => {
  it.each([
    ['a', "'a'"],
    ["it's", '"it\'s"'],
    ['it\'s "x"', "'it\\'s \"x\"'"],
    ['a\r\n\t\\\x00é', "'a\\r\\n\\t\\\\\\x00é'"],
  ])('%j', (text, quoted) => {
    expect(pythonQuoted(text)).toBe(quoted)
  })
})

describe('the output buffer', () => {
  it('returns every stored part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 20 }),
        fc.nat(200),
        fc.nat(50),
        (parts, at, length) => {
          const buffer = new OutputBuffer(1_000)
          for (const part of parts) buffer.push(Buffer.from(part))
          const whole = Buffer.concat(parts)
          expect(buffer.total).toBe(whole.length)
          expect(buffer.bytes().equals(whole)).toBe(true)
          const offset = Math.min(at, whole.length)
          expect(buffer.slice(offset, length).bytes.equals(whole.subarray(offset, offset + length))).toBe(
            true,
          )
        },
      ),
    )
  })
  it('keeps a beginning and an end in their order, whatever the sizes of the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(90)), (sizes) => {
        const buffer = new OutputBuffer(100)
        const whole = Buffer.from(
          Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, n) => 65 + (n % 26)),
        )
        let at = 0
        for (const size of sizes) buffer.push(whole.subarray(at, (at += size)))
        const [head = '', tail] = buffer
          .bytes()
          .toString('latin1')
          .split(/\r\n\[\d+ bytes of output left out\]\r\n/)
        const text = whole.toString('latin1')
        expect(text.startsWith(head)).toBe(true)
        if (tail === undefined) expect(head).toBe(text)
        else expect([text.endsWith(tail), tail.length >= 50]).toEqual([true, true])
      }),
    )
  })
  it('keeps both ends within its limit, and says what is gone', () => {
    const buffer = new OutputBuffer(100)
    for (let n = 0; n < 100; n++) buffer.push(Buffer.from(String(n).padStart(10, '.')))
    const text = buffer.bytes().toString()
    expect(text.startsWith('.........0')).toBe(true)
    expect(text.endsWith('........99')).toBe(true)
    expect(text).toMatch(/\[\d+ bytes of output left out\]/)
    expect(text.length).toBeLessThan(200)
    expect(buffer.slice(500, 10).start).toBeGreaterThan(500)
  })
  it('counts a byte that is no UTF-8 as the four that it is answered as', () => {
    const buffer = new OutputBuffer(1_000)
    for (let n = 0; n < 100; n++) buffer.push(Buffer.alloc(10, n % 2 === 0 ? 0xff : 0x61))
    const text = decodeBytes(buffer.bytes())
    expect(text).toMatch(/^(?:\\xff){10}a{10}.*\[\d+ bytes of output left out\].*a{10}$/s)
    expect(text.length).toBeLessThan(1_000 + 100)
    expect(text.length).toBeGreaterThan(1_000 - 100)
  })
})

describe('a terminal’s bytes as text', () => {
  const parts: [Buffer, string][] = [
    ...['a', 'é', '中', '😀', '\ufeff', '\0'].map((text): [Buffer, string] => [Buffer.from(text), text]),
    [Buffer.from('ff', 'hex'), String.raw`\xff`],
    [Buffer.from('e4b8', 'hex'), String.raw`\xe4\xb8`],
    [Buffer.from('f09f98', 'hex'), String.raw`\xf0\x9f\x98`],
    [Buffer.from('eda080', 'hex'), String.raw`\xed\xa0\x80`],
  ]
  it('are as long as is said, with what is no UTF-8 as hex, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 140_000 }),
        fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
        (before, chosen) => {
          const bytes = Buffer.concat([Buffer.alloc(before, 0x2e), ...chosen.map(([raw]) => raw)])
          const text = '.'.repeat(before) + chosen.map(([, shown]) => shown).join('')
          expect(decodeBytes(bytes) === text).toBe(true)
          expect(textLength(bytes)).toBe(Buffer.byteLength(text))
        },
      ),
    )
    // Where pieces meet.
    for (let before = 65_530; before <= 65_540; before++) {
      const bytes = Buffer.concat([Buffer.alloc(before, 0x2e), ...parts.map(([raw]) => raw)])
      expect(decodeBytes(bytes) === '.'.repeat(before) + parts.map(([, shown]) => shown).join('')).toBe(true)
    }
  })
})

it('a run keeps what it is given, whatever becomes of the given bytes and whatever their sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 12 }), (sizes) => {
      const run = new Run(1, NONCE, 'x')
      run.begun = true
      const kept = sizes.map((size, n) => {
        const given = Buffer.alloc(size, n + 1)
        const copy = run.push(given, 0)
        given.fill(0)
        return copy
      })
      const expected = Buffer.concat(sizes.map((size, n) => Buffer.alloc(size, n + 1)))
      expect(Buffer.concat(kept.map((copy) => copy ?? Buffer.alloc(0))).equals(expected)).toBe(true)
      expect(run.output.from(0).equals(expected)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

describe('plainly valid syntax', () => {
  it.each([
    ['echo hi', true],
    ["grep -n 'a (b' file | wc -l && echo done; ls\npwd", true],
    ['[ -f x ]', true],
    ['echo $HOME $?', true],
    ['', true],
    ['echo a ||', false],
    ['; echo', false],
    ['if true', false],
    ['echo (', false],
    ["echo 'open", false],
    ['a[ b', false],
    ['echo `x', false],
    ['cat <<E', false],
    ['sleep 1 &', false],
  ])('%j: %s', (command, plain) => {
    expect(isPlainlyValid(command)).toBe(plain)
  })
  it('never vouches for what bash refuses', () => {
    const word = fc.constantFrom(
      'echo',
      'a',
      "'b c'",
      '"d"',
      '$x',
      ';',
      '&&',
      '||',
      '|',
      '\n',
      'if',
      'fi',
      '[',
      ']',
      'a[1',
      '{',
      '!',
      'a=1',
      '#',
      '\\',
      '(',
      '~',
      '*',
      'é',
      'time',
      '-x',
    )
    const commands = fc
      .sample(fc.array(word, { minLength: 1, maxLength: 7 }), 400)
      .map((words) => words.join(' '))
    const trusted = [...new Set(commands)].filter(isPlainlyValid)
    expect(trusted.length).toBeGreaterThan(10)
    for (const command of trusted) {
      expect(
        () => execFileSync('bash', ['-n'], { input: command, stdio: ['pipe', 'ignore', 'pipe'] }),
        command,
      ).not.toThrow()
    }
  })
})

describe('a signature', () => {
  // The reference's test vectors (https://github.com/veorq/SipHash/blob/master/vectors.h), for the message 00 01 … 06.
  it('is SipHash-2-4', () => {
    const key = new ShellKey(Buffer.from(Array.from({ length: 16 }, (_, n) => n)))
    const [run, what] = [0x06050403020100n / 1024n, 0x100]
    expect(key.sign(Number(run), what)).toBe('ab0200f58b01d137')
  })

  it('is the same in Bash, for any key, run and outcome', () => {
    const cases = fc.tuple(
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(1023)), { minLength: 1, maxLength: 20 }),
    )
    fc.assert(
      fc.property(cases, ([bytes, signed]) => {
        const key = new ShellKey(Buffer.from(bytes))
        const lines = signed.map(([run, what]) => `__orrery_sign ${run} ${what}; echo $__orrery_signed`)
        const script = [readKey(`<(echo ${key.line.trim()})`), SIGN, ...lines].join('\n')
        const printed = execFileSync('bash', ['-uec', script], { encoding: 'utf8' })
        expect(printed.trim().split('\n')).toEqual(signed.map(([run, what]) => key.sign(run, what)))
      }),
      { numRuns: 30 },
    )
  })
})

describe('the text of a long output', () => {
  it('is the same in slices as at once', async () => {
    const part = fc.constantFrom(
      'a',
      'ä',
      ' ',
      '\n',
      '\x1b',
      '\x1b[31m',
      '\x1b[',
      '\x1b]0;t',
      '\x07',
      '\x1b\\',
      '\\',
      '\x1bP',
      '\x1b]8;;u\x1b\\',
      '\x1b(',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (parts, slice) => {
          const bytes = Buffer.from(parts.join(''))
          expect(await textOf(bytes, false, slice)).toBe(plainOutput(decodeBytes(bytes)))
          expect(await textOf(bytes, true, slice)).toBe(decodeBytes(bytes))
        },
      ),
      { numRuns: 500 },
    )
  })
})
