import { type ReactNode, Suspense, lazy, useState } from 'react'
import { JsonView } from '../../json/json-view.tsx'
import { jsonSteps, openablePaths } from '../../json/json-lines.ts'
import { useText } from '../../i18n/text.ts'
import type { Content } from '../../mcp/protocol.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { LongText } from '../parts/long-text.tsx'
import { useConsole } from '../parts/console-store.ts'
import styles from './content.module.css'

const Markdown = lazy(async () => ({ default: (await import('../../markdown/markdown.tsx')).Markdown }))

/** Image kinds that are drawn. SVG is not: it can carry scripts, and a server is a stranger. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** Members that are open at first, where there are few. */
const OPEN_LIMIT = 60
/** Height of the tree's lines and of what stands around them, px. */
const LINE = 24
const AROUND = 48
/** Lines that a tree has room for at least: what is closed can be opened. */
const MIN_LINES = 6
const MAX_TREE = 420
/** Characters of a text that is looked at as JSON or Markdown. */
const MAX_READ = 500_000

interface RawOrDrawnProps {
  readonly label: string
  readonly raw: () => string
  /** What is shown unless the text itself is asked for. */
  readonly children: ReactNode
}

/** Something drawn, with a switch to the text that it was drawn from. */
function RawOrDrawn({ label, raw, children }: RawOrDrawnProps) {
  const [isRaw, setRaw] = useState(false)
  const t = useText()
  return (
    <Stack gap={1}>
      <Stack row gap={2} justify="space-between">
        <Text small tone="quiet">
          {label}
        </Text>
        <Button tone="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          {t('console.result.raw')}
        </Button>
      </Stack>
      {isRaw ? <LongText text={raw()} label={label} /> : children}
    </Stack>
  )
}

/** A value as a tree in a frame as high as it needs; as text where it has no members. */
export function JsonBox({ value, label }: { readonly value: unknown; readonly label: string }) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return <LongText text={JSON.stringify(value) ?? ''} label={label} />
  const openable = openablePaths(value, 4, OPEN_LIMIT)
  const start = openable.size < OPEN_LIMIT ? openable : new Set<string>()
  // Its first piece: what has more lines than that is higher than the frame may be.
  const first = jsonSteps(value, start).next()
  const lines = first.done ? first.value.length : MAX_TREE / LINE
  const grown = Math.min(MAX_TREE, AROUND + LINE * Math.max(MIN_LINES, lines))
  return (
    <RawOrDrawn label={label} raw={() => JSON.stringify(value, null, 2)}>
      <div className={styles['json']} style={{ height: grown }}>
        <JsonView value={value} label={label} start={start} />
      </div>
    </RawOrDrawn>
  )
}

/** An object or a list that a text writes as JSON; undefined where it is another text. */
function jsonIn(text: string): object | undefined {
  if (text.length > MAX_READ || !/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : undefined
  } catch {
    return undefined
  }
}

const looksLikeMarkdown = (text: string): boolean =>
  /^(?:#{1,6} \S|```)/m.test(text) || /\[[^\]]+\]\(https?:/.test(text)

/** A text as what it is: JSON as a tree, Markdown as words, anything else as it stands. */
export function TextContent({
  text,
  mimeType = '',
  label,
}: {
  readonly text: string
  readonly mimeType?: string | undefined
  readonly label: string
}) {
  const json = jsonIn(text)
  if (json) return <JsonBox value={json} label={label} />
  const markdown =
    text.length <= MAX_READ && (/markdown/.test(mimeType) || (mimeType === '' && looksLikeMarkdown(text)))
  if (!markdown) return <LongText text={text} label={label} />
  return (
    <RawOrDrawn label={label} raw={() => text}>
      <Suspense fallback={<LongText text={text} label={label} />}>
        <Markdown text={text} label={label} />
      </Suspense>
    </RawOrDrawn>
  )
}

/** Who a block is for and how much it matters, where the server says so. */
function Annotations({ block }: { readonly block: Content }) {
  const t = useText()
  const { audience, priority } = (block['annotations'] ?? {}) as { audience?: unknown; priority?: unknown }
  const readers = Array.isArray(audience) ? audience.filter((each) => typeof each === 'string') : []
  if (readers.length === 0 && typeof priority !== 'number') return null
  return (
    <Stack row gap={2}>
      {readers.length > 0 ? (
        <Badge>{t('console.result.audience', { audience: readers.join(', ') })}</Badge>
      ) : null}
      {typeof priority === 'number' ? <Badge>{t('console.result.priority', { priority })}</Badge> : null}
    </Stack>
  )
}

/** Bytes of a kind that is not drawn. */
const sizeOf = (base64: string): number => Math.floor((base64.length * 3) / 4)

interface Bytes {
  readonly data: string
  readonly mimeType: string
  readonly label: string
}

function BytesContent({ data, mimeType, label }: Bytes) {
  const t = useText()
  const source = `data:${mimeType};base64,${data}`
  if (IMAGES.has(mimeType)) return <img className={styles['picture']} src={source} alt={label} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a server sends sound without captions
  if (/^audio\/[\w.+-]+$/.test(mimeType)) return <audio className={styles['audio']} controls src={source} />
  return (
    <Text as="p">{t('console.result.bytes', { label, type: mimeType || '?', bytes: sizeOf(data) })}</Text>
  )
}

/** A resource that a result names: read with a click, where the server offers it. */
function ResourceLink({ block }: { readonly block: Content }) {
  const t = useText()
  const { uri = '' } = block
  const name = block['title'] ?? block['name']
  return (
    <Stack row gap={2} wrap>
      <Button onClick={() => useConsole.setState({ tab: 'resources', reading: uri })}>
        {t('console.result.open', { name: typeof name === 'string' ? name : uri })}
      </Button>
      <Text as="code" small tone="quiet" breaks>
        {uri}
      </Text>
    </Stack>
  )
}

function Body({ block }: { readonly block: Content }) {
  const t = useText()
  const { type, text, data, mimeType = '', resource } = block
  if (type === 'text' && text !== undefined)
    return <TextContent text={text} label={t('console.result.text')} />
  if ((type === 'image' || type === 'audio') && data !== undefined)
    return (
      <BytesContent data={data} mimeType={mimeType} label={t('console.result.image', { type: mimeType })} />
    )
  if (type === 'resource_link') return <ResourceLink block={block} />
  if (type === 'resource' && resource) {
    const label = resource.uri ?? t('console.result.resource')
    if (resource.text !== undefined)
      return <TextContent text={resource.text} mimeType={resource.mimeType} label={label} />
    if (resource.blob !== undefined)
      return <BytesContent data={resource.blob} mimeType={resource.mimeType ?? ''} label={label} />
  }
  return <JsonBox value={block} label={type} />
}

/** One block of a result, as what it is. */
export function ContentBlock({ block }: { readonly block: Content }) {
  return (
    <Stack gap={1}>
      <Annotations block={block} />
      <Body block={block} />
    </Stack>
  )
}
