import { markdownLanguage } from '@codemirror/lang-markdown'
import type { SyntaxNode } from '@lezer/common'
import type { ReactNode } from 'react'
import { Stack } from '../ui/stack.tsx'
import { workbench } from '../app/workbench.ts'
import styles from './markdown.module.css'

/** Syntax nodes that are not rendered. */
const MARKS = /(?:Mark|^URL|^LinkTitle|^LinkLabel|^CodeInfo|^TableDelimiter)$/

interface Reader {
  readonly text: string
}

/** Renders a node's children with the text between them. */
function inside(node: SyntaxNode, reader: Reader): ReactNode[] {
  const parts: ReactNode[] = []
  let at = node.from
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.from > at) parts.push(reader.text.slice(at, child.from))
    parts.push(show(child, reader))
    at = child.to
  }
  if (node.to > at) parts.push(reader.text.slice(at, node.to))
  // The space after a mark is part of the syntax.
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

/** Nodes that map directly to an element. */
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

/** An untrusted link: http(s) URLs open outside on click, others are text. */
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
    // An image is not loaded, since that would reveal that it is viewed; its text and URL are shown instead.
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
      // HTML and unsupported syntax are shown verbatim.
      return text.slice(from, to)
  }
}

interface MarkdownProps {
  readonly text: string
  readonly label: string
  /** Without a frame, for use inside other content. */
  readonly bare?: boolean
}

/** Renders Markdown as text: HTML is not interpreted, images are not loaded. */
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
