import { describe, expect, it } from 'vitest'
import { spokenPart } from '../../../renderer/sandboxes/terminals/spoken-part.ts'

const numbered = (count: number, line = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${line} ${at + 1}`).join('\n')

describe('the part of an output that is announced', () => {
  it.each([
    { what: 'nothing', output: '', text: '', before: 0 },
    { what: 'a line without its end', output: 'hello\n', text: 'hello', before: 0 },
    { what: 'as many lines as are read', output: numbered(20), text: numbered(20), before: 0 },
    { what: 'the last lines of more', output: numbered(22), text: numbered(22).slice(14), before: 2 },
    {
      what: 'fewer where they are long',
      output: `${'a'.repeat(1500)}\n${'b'.repeat(1500)}`,
      text: 'b'.repeat(1500),
      before: 1,
    },
    {
      what: 'the end of one endless line',
      output: `x${'y'.repeat(5000)}`,
      text: 'y'.repeat(2000),
      before: 0,
    },
  ])('$what', ({ output, text, before }) => {
    expect(spokenPart(output)).toEqual({ text, before })
  })
})
