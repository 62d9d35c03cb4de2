import { markdownLanguage } from '@codemirror/lang-markdown'
import type { SyntaxNode } from '@lezer/common'
import type { ReactNode } from 'react'
import { Stack } from '../ui/stack.tsx'
import { workbench } from '../app/workbench.ts'
import styles from './markdown.module.css'

/** Signs of the notation, which are not shown. */
const MARKS = /(?:Mark|^URL|^LinkTitle|^LinkLabel|^CodeInfo|^TableDelimiter)$/

interface Reader {
  readonly text: string
}

/** The members of a node, with the text between them. */
function inside(node: SyntaxNode, reader: Reader): ReactNode[] {
  const parts: ReactNode[] = []
  let at = node.from
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.from > at) parts.push(reader.text.slice(at, child.from))
    parts.push(show(child, reader))
    at = child.to
  }
  if (node.to > at) parts.push(reader.text.slice(at, node.to))
  // The blank behind a mark is part of the notation.
  const first = parts.findIndex((part) => part !== null)
  const lead = parts[first]
  return typeof lead === 'string' && node.firstChild?.from === node.from
    ? parts.with(first, lead.trimStart())
    : parts
}

const HEADINGS: Readonly<Record<string, 'h3' | 'h4' | 'h5' | 'h6'>> = {
  ATXHeading1: 'h3',
  SetextHeading1: 'h3',
  ATXHeading2: 'h4',
  SetextHeading2: 'h4',
  ATXHeading3: 'h5',
}

/** Elements that only hold what is in them. */
const PLAIN: Readonly<Record<string, 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'em' | 'strong' | 'del'>> = {
  Paragraph: 'p',
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
  Blockquote: 'blockquote',
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
}

function child(node: SyntaxNode, name: string, { text }: Reader): string | undefined {
  const found = node.getChild(name)
  return found ? text.slice(found.from, found.to) : undefined
}

/** An address of a stranger: shown, and opened outside by a click, if it is one of the web. */
function WebLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  if (!/^https?:\/\//i.test(address)) return <span title={address}>{children}</span>
  return (
    <button
      type="button"
      className={styles['link']}
      title={address}
      onClick={() => void workbench.call('host.openExternal', { url: address }).catch(() => undefined)}
    >
      {children}
    </button>
  )
}

function show(node: SyntaxNode, reader: Reader): ReactNode {
  const { name, from, to } = node
  const { text } = reader
  if (MARKS.test(name))
    return name === 'URL' && node.parent?.name !== 'Link' && node.parent?.name !== 'Image' ? (
      <WebLink key={from} address={text.slice(from, to)}>
        {text.slice(from, to)}
      </WebLink>
    ) : null
  const Plain = PLAIN[name]
  if (Plain) return <Plain key={from}>{inside(node, reader)}</Plain>
  if (/^(?:ATX|Setext)Heading/.test(name)) {
    const Heading = HEADINGS[name] ?? 'h6'
    return <Heading key={from}>{inside(node, reader)}</Heading>
  }
  switch (name) {
    case 'Document':
      return inside(node, reader)
    case 'FencedCode':
    case 'CodeBlock':
      return (
        <pre key={from}>
          <code>{child(node, 'CodeText', reader) ?? ''}</code>
        </pre>
      )
    case 'InlineCode':
      return <code key={from}>{inside(node, reader)}</code>
    case 'HorizontalRule':
      return <hr key={from} />
    case 'HardBreak':
      return <br key={from} />
    case 'Escape':
      return text.slice(from + 1, to)
    case 'Autolink':
    case 'Link':
    // An image of a stranger's would tell where it is looked at; its words and its address stand for it.
    case 'Image': {
      const address = child(node, 'URL', reader)
      if (address === undefined) return text.slice(from, to)
      const words = name === 'Autolink' ? address : inside(node, reader)
      return (
        <WebLink key={from} address={address}>
          {words}
        </WebLink>
      )
    }
    case 'Table':
      return (
        <table key={from}>
          <tbody>{inside(node, reader).filter((part) => typeof part !== 'string')}</tbody>
        </table>
      )
    case 'TableHeader':
    case 'TableRow': {
      const Cell = name === 'TableHeader' ? 'th' : 'td'
      return (
        <tr key={from}>
          {node.getChildren('TableCell').map((cell) => (
            <Cell key={cell.from}>{inside(cell, reader)}</Cell>
          ))}
        </tr>
      )
    }
    default:
      // HTML and whatever else the notation has are shown as they are written.
      return text.slice(from, to)
  }
}

interface MarkdownProps {
  readonly text: string
  readonly label: string
  /** Stands among others without a frame of its own. */
  readonly bare?: boolean
}

/** A text in Markdown, as far as it is words: HTML stays text, pictures are not fetched. */
export function Markdown({ text, label, bare = false }: MarkdownProps) {
  return (
    <Stack
      as="section"
      gap={2}
      ground={bare ? undefined : 'surface'}
      pad={bare ? undefined : [3, 4]}
      style={bare ? { border: 0 } : undefined}
      className={styles['markdown']}
      aria-label={label}
    >
      {show(markdownLanguage.parser.parse(text).topNode, { text })}
    </Stack>
  )
}
