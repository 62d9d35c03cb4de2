import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incompleteInput } from '../../../renderer/sandboxes/line/bash-input.ts'

const COMPLETE = [
  '',
  'echo hi',
  'echo "two words" and more',
  "echo 'it is'\\''s'",
  'echo one; echo two',
  'sleep 5 &',
  'if true; then echo yes; fi',
  'for n in 1 2; do echo $n; done',
  'for ((i=0; i<3; i++)); do echo $i; done',
  'while read -r line; do echo "$line"; done < /dev/null',
  'case $x in a) echo A ;; b|c) echo BC ;; esac',
  'greet() { echo "hello $1"; }',
  'function greet { echo hello; }',
  '(cd /tmp && ls)',
  'echo $(date) ${HOME}',
  'echo "$(echo "nested")"',
  'a=(1 2 3)',
  '[[ -f x && -d y ]]',
  '((1 + 2))',
  'cat <<EOF\nbody "with a quote\nEOF',
  "cat <<'EOF'\n$not expanded\nEOF",
  'cat <<-EOF\n\ttabbed\n\tEOF',
  'cat <<A <<B\na\nA\nb\nB',
  'echo a |\ncat',
  'true &&\necho yes',
  'echo a \\\n  b',
  'echo # a comment "with a quote',
  'echo done',
  'echo if then else',
  'cat <<< "here string"',
  'echo {a,b}',
  'true && { echo a; echo b; }',
] as const

const INCOMPLETE = [
  ['echo "open', 'quote'],
  ["echo 'open", 'quote'],
  ['echo `date', 'quote'],
  ["echo $'a\\'", 'quote'],
  ['echo \\', 'continuation'],
  ['true &&', 'continuation'],
  ['true ||', 'continuation'],
  ['echo a |', 'continuation'],
  ['if true', 'compound'],
  ['if true; then', 'compound'],
  ['for n in 1 2; do', 'compound'],
  ['while true; do echo x', 'compound'],
  ['case x in', 'compound'],
  ['greet() {', 'compound'],
  ['{ echo a;', 'compound'],
  ['(cd /tmp', 'bracket'],
  ['echo $(date', 'bracket'],
  ['echo ${HOME', 'bracket'],
  ['a=(1 2', 'bracket'],
  ['cat <<EOF', 'heredoc'],
  ['cat <<EOF\nbody', 'heredoc'],
  ['cat <<A <<B\na\nA\nb', 'heredoc'],
] as const

/** Asks Bash itself with `-n` whether it ran out of input. */
function bashWantsMore(text: string): boolean {
  try {
    execFileSync('bash', ['-n', '-c', text], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    return false
  } catch (error) {
    const { stderr } = error as { stderr: string }
    return /unexpected end of file|unexpected EOF/.test(stderr)
  }
}

describe('what Bash would go on asking for', () => {
  it.each(COMPLETE)('%j is complete', (text) => expect(incompleteInput(text)).toBeUndefined())

  it.each(INCOMPLETE)('%j misses a %s', (text, missing) => expect(incompleteInput(text)).toBe(missing))

  it.each(COMPLETE)('%j is complete for Bash too', (text) => expect(bashWantsMore(text)).toBe(false))

  it.each(
    INCOMPLETE.filter(([, missing]) => missing !== 'heredoc' && missing !== 'continuation').map(
      ([text]) => text,
    ),
  )('%j is incomplete for Bash too', (text) => expect(bashWantsMore(text)).toBe(true))

  it('answers every text and never hangs', () => {
    const pieces = [
      'if ',
      'fi',
      '"',
      "'",
      '$(',
      ')',
      '{',
      '}',
      '<<E\n',
      'E\n',
      '\\',
      '|',
      '&&',
      ';',
      '\n',
      'a',
      ' ',
      '`',
      '((',
      '$',
      '#',
      'case x in ',
      'esac',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const missing = incompleteInput(parts.join(''))
        return missing === undefined || typeof missing === 'string'
      }),
      { numRuns: 2000 },
    )
  })
})
