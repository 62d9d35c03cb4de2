import { z } from 'zod'
import type { Validation } from '#shared/workbench/areas/console.ts'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { contentSchema, type Content } from '../mcp/protocol.ts'
import styles from './parts/console.module.css'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'

/** Characters of one text that are drawn; the rest is one button away. */
const DRAWN = 200_000
/** Image kinds that are drawn. SVG is not: it can carry scripts, and a server is a stranger. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** A long text in a scrolling frame, cut where drawing it would hold up the page. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useText()
  return (
    <div className={styles['long']}>
      <Stack row gap={2} ground="ground" tone="quiet" small className={styles['longHead']}>
        <span>{label}</span>
        {text.length > DRAWN ? (
          <span>{t('console.result.cut', { shown: DRAWN, total: text.length })}</span>
        ) : null}
        <CopyButton text={text} />
      </Stack>
      {/* Scrollable text must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        {text.slice(0, DRAWN)}
      </pre>
    </div>
  )
}

function Block({ block }: { readonly block: Content }) {
  const t = useText()
  const { type, text, data, mimeType = '', resource } = block
  if (type === 'text' && text !== undefined) return <LongText text={text} label={t('console.result.text')} />
  if (type === 'image' && data !== undefined && IMAGES.has(mimeType)) {
    return (
      <img
        className={styles['image']}
        src={`data:${mimeType};base64,${data}`}
        alt={t('console.result.image', { type: mimeType })}
      />
    )
  }
  if (type === 'resource' && resource?.text !== undefined) {
    return <LongText text={resource.text} label={resource.uri ?? t('console.result.resource')} />
  }
  return <LongText text={JSON.stringify(block, null, 2)} label={type} />
}

function ValidationBadge({ validation }: { readonly validation: Validation }) {
  const t = useText()
  const tone = { valid: 'good', invalid: 'bad', unchecked: 'warning' } as const
  return (
    <Stack row gap={2} wrap>
      <Badge tone={tone[validation.state]}>{t(`console.validation.${validation.state}`)}</Badge>
      {validation.reason ? <span>{validation.reason}</span> : null}
      {validation.errors.map((error, index) => (
        <code key={index}>
          {error.path} {error.message}
        </code>
      ))}
    </Stack>
  )
}

export interface Answer {
  readonly result?: Readonly<Record<string, unknown>> | undefined
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined
  readonly validation?: Validation | undefined
  readonly milliseconds: number
  readonly bytes: number
}

/** The answer to one request: what it cost, whether it keeps the schema's promise, and everything in it. */
export function ResultView({ answer }: { readonly answer: Answer }) {
  const t = useText()
  const { result = {}, error, validation, milliseconds, bytes } = answer
  const { content, structuredContent, isError, ...rest } = result
  const blocks = z.array(contentSchema).safeParse(content)
  const failed = error !== undefined || isError === true
  return (
    <Stack gap={2}>
      <Stack row gap={2} tone="quiet" role="status">
        <Badge tone={failed ? 'bad' : 'good'}>
          {error
            ? t('console.result.error', { code: error.code })
            : t(failed ? 'console.result.toolError' : 'console.result.ok')}
        </Badge>
        <span>{t('console.result.cost', { milliseconds: Math.round(milliseconds * 10) / 10, bytes })}</span>
      </Stack>
      {error ? (
        <Text as="p" tone="bad">
          {error.message}
        </Text>
      ) : null}
      {error?.data === undefined ? null : (
        <LongText text={JSON.stringify(error.data, null, 2)} label={t('console.result.data')} />
      )}
      {validation ? <ValidationBadge validation={validation} /> : null}
      {structuredContent === undefined ? null : (
        <LongText text={JSON.stringify(structuredContent, null, 2)} label={t('console.result.structured')} />
      )}
      {blocks.success ? blocks.data.map((block, index) => <Block key={index} block={block} />) : null}
      {content === undefined && Object.keys(rest).length > 0 ? (
        <LongText text={JSON.stringify(rest, null, 2)} label={t('console.result.json')} />
      ) : null}
    </Stack>
  )
}
