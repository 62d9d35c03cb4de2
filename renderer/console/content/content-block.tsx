import { type ReactNode, Suspense, lazy, useState } from 'react'
import { JsonView } from '../../json/json-view.tsx'
import { isFlat, jsonSteps, openablePaths } from '../../json/json-lines.ts'
import { useText } from '../../i18n/text.ts'
import type { Content } from '../../mcp/protocol.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useTextScale } from '../../ui/text-scale.ts'
import { LongText } from '../parts/long-text.tsx'
import { useConsole } from '../parts/console-store.ts'
import styles from './content.module.css'

const Markdown = lazy(async () => ({ default: (await import('../../markdown/markdown.tsx')).Markdown }))

/** Image types that are rendered. Not SVG: it can contain scripts, and servers are untrusted. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** Maximum members for which a tree starts expanded. */
const OPEN_LIMIT = 60
/** Heights in px at the usual text size: a line of a tree, the frame with its bar, and the frame alone. */
const LINE = 24
const AROUND = 48
const FRAME = 2
/** Minimum height of a tree in lines where collapsed members can be opened. */
const MIN_LINES = 6
/** Maximum height in px at the usual text size; on a high window, its share of the window. */
const MAX_TREE = 420
const MAX_SHARE = '60vh'
/** Lines that exceed any maximum height. */
const MANY_LINES = 400
/** Maximum characters of a text parsed as JSON or Markdown. */
const MAX_PARSED_CHARACTERS = 500_000

interface RawOrDrawnProps {
  readonly label: string
  readonly raw: () => string
  /** The rendered form; the raw text is shown on request. */
  readonly children: ReactNode
}

/** Rendered content with a switch to its raw text. */
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

/** A value as a tree in a frame sized to its content; as text if it has no members. */
export function JsonBox({ value, label }: { readonly value: unknown; readonly label: string }) {
  const scale = useTextScale()
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return <LongText text={JSON.stringify(value) ?? ''} label={label} />
  const openable = openablePaths(value, 4, OPEN_LIMIT)
  const start = openable.size < OPEN_LIMIT ? openable : new Set<string>()
  // Only the first slice: more lines exceed the maximum height anyway.
  const first = jsonSteps(value, start).next()
  const lines = first.done ? first.value.length : MANY_LINES
  const flat = first.done === true && isFlat(first.value)
  const hidden = openablePaths(value, Number.POSITIVE_INFINITY, OPEN_LIMIT).size > start.size
  const height = (flat ? FRAME : AROUND) + LINE * Math.max(hidden ? MIN_LINES : 1, lines)
  const grown = `min(${scale * height}px, max(${scale * MAX_TREE}px, ${MAX_SHARE}))`
  return (
    <RawOrDrawn label={label} raw={() => JSON.stringify(value, null, 2)}>
      <Stack className={styles['json']} style={{ height: grown }}>
        <JsonView value={value} label={label} start={start} />
      </Stack>
    </RawOrDrawn>
  )
}

/** Parses a text as a JSON object or list; undefined for other text. */
function jsonIn(text: string): object | undefined {
  if (text.length > MAX_PARSED_CHARACTERS || !/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : undefined
  } catch {
    return undefined
  }
}

const looksLikeMarkdown = (text: string): boolean =>
  /^(?:#{1,6} \S|```)/m.test(text) || /\[[^\]]+\]\(https?:/.test(text)

/** Renders a text by format: JSON as a tree, Markdown formatted, others verbatim. */
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
    text.length <= MAX_PARSED_CHARACTERS &&
    (/markdown/.test(mimeType) || (mimeType === '' && looksLikeMarkdown(text)))
  if (!markdown) return <LongText text={text} label={label} />
  return (
    <RawOrDrawn label={label} raw={() => text}>
      <Suspense fallback={<LongText text={text} label={label} />}>
        <Markdown text={text} label={label} />
      </Suspense>
    </RawOrDrawn>
  )
}

/** A block's audience and priority, if given by the server. */
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

/** Size in bytes of content that is not rendered. */
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

/** A resource link in a result: a click reads it if the server offers it. */
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

/** Renders one content block by type. */
export function ContentBlock({ block }: { readonly block: Content }) {
  return (
    <Stack gap={1}>
      <Annotations block={block} />
      <Body block={block} />
    </Stack>
  )
}
