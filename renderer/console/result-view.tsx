import { z } from 'zod'
import type { Validation } from '#shared/workbench/areas/console.ts'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { contentSchema, promptMessageSchema, resourceContentSchema } from '../mcp/protocol.ts'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { ContentBlock, JsonBox } from './content/content-block.tsx'

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

/** Whether the request was refused, or the tool reported an error. */
export const hasFailed = ({ result, error }: Answer): boolean =>
  error !== undefined || result?.['isError'] === true

/** How a request went, and its cost. */
export function AnswerStatus({ answer }: { readonly answer: Answer }) {
  const t = useText()
  const { error, milliseconds, bytes } = answer
  const failed = hasFailed(answer)
  return (
    <Stack row gap={2} tone="quiet" role="status">
      <Badge tone={failed ? 'bad' : 'good'}>
        {error
          ? t('console.result.error', { code: error.code })
          : t(failed ? 'console.result.toolError' : 'console.result.ok')}
      </Badge>
      <span>{t('console.result.cost', { milliseconds: Math.round(milliseconds * 10) / 10, bytes })}</span>
    </Stack>
  )
}

/** The answer to a request: whether it matches the output schema, and its content. */
export function ResultView({ answer }: { readonly answer: Answer }) {
  const t = useText()
  const { result = {}, error, validation } = answer
  const { content, structuredContent, isError: _isError, _meta: meta, ...rest } = result
  const blocks = z.array(contentSchema).safeParse(content)
  const read = z.array(resourceContentSchema).min(1).safeParse(rest['contents'])
  const messages = z.array(promptMessageSchema).min(1).safeParse(rest['messages'])
  return (
    <Stack gap={2}>
      {error ? (
        <Text as="p" tone="bad">
          {error.message}
        </Text>
      ) : null}
      {error?.data === undefined ? null : <JsonBox value={error.data} label={t('console.result.data')} />}
      {validation ? <ValidationBadge validation={validation} /> : null}
      {structuredContent === undefined ? null : (
        <JsonBox value={structuredContent} label={t('console.result.structured')} />
      )}
      {blocks.success ? blocks.data.map((block, index) => <ContentBlock key={index} block={block} />) : null}
      {read.success
        ? read.data.map((resource, index) => (
            <ContentBlock key={index} block={{ type: 'resource', resource }} />
          ))
        : null}
      {messages.success
        ? messages.data.map(({ role, content: block }, index) => (
            <Stack key={index} gap={1} align="stretch">
              <div>
                <Badge>{role}</Badge>
              </div>
              <ContentBlock block={block} />
            </Stack>
          ))
        : null}
      {content === undefined && !read.success && !messages.success && Object.keys(rest).length > 0 ? (
        <JsonBox value={rest} label={t('console.result.json')} />
      ) : null}
      {meta === undefined ? null : <JsonBox value={meta} label={t('console.result.meta')} />}
    </Stack>
  )
}
