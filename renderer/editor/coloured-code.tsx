import type { Parser } from '@lezer/common'
import { highlightCode } from '@lezer/highlight'
import { useMemo } from 'react'
import { colours } from './theme.ts'

interface ColouredCodeProps {
  readonly text: string
  readonly parser: Parser
  /** What makes a part of a program one that can be parsed; it is not shown. */
  readonly before?: string
}

/** A short program to read, in the colours of the editors, without the weight of one. */
export function ColouredCode({ text, parser, before = '' }: ColouredCodeProps) {
  const parts = useMemo(() => partsOf(text, parser, before), [text, parser, before])
  return parts.map(({ text, classes }, place) => (
    // The parts of a text never change their order.
    <span key={place} className={classes}>
      {text}
    </span>
  ))
}

/** The parts of a text, with the classes of their colours. */
export function partsOf(text: string, parser: Parser, before = ''): { text: string; classes: string }[] {
  mountColours()
  const parts: { text: string; classes: string }[] = []
  const code = before + text
  highlightCode(
    code,
    parser.parse(code),
    colours,
    (text, classes) => parts.push({ text, classes }),
    () => parts.push({ text: '\n', classes: '' }),
    before.length,
  )
  return parts
}

let isMounted = false

/** An editor brings the rules of its colours with it; here there may be none. */
function mountColours(): void {
  if (isMounted || !colours.module || typeof document === 'undefined') return
  isMounted = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(colours.module.getRules())
  document.adoptedStyleSheets.push(sheet)
}
