import { Tooltip } from 'radix-ui'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { ContentBlock } from '../../../renderer/console/content/content-block.tsx'
import { Markdown } from '../../../renderer/markdown/markdown.tsx'
import { ResultView } from '../../../renderer/console/result-view.tsx'
import type { Content } from '../../../renderer/mcp/protocol.ts'
import { FormFindings } from '../../../renderer/form/finding-context.ts'
import { SchemaForm } from '../../../renderer/form/schema-form.tsx'
import type { FormSchema } from '../../../renderer/form/schema.ts'

// Portal container of tooltips; nothing else of a page is needed.
vi.stubGlobal('document', { querySelector: () => null })

const draw = (view: ReactElement): string => renderToStaticMarkup(createElement(Tooltip.Provider, null, view))

const block = (content: Content): string => draw(createElement(ContentBlock, { block: content }))
const pixel = 'iVBORw0KGgo='

// Without registered texts, a message is its key.
describe('a block of a result', () => {
  it.each<[string, Content, RegExp]>([
    ['plain text', { type: 'text', text: 'a * b' }, /<pre[^>]*>\s*a \* b<\/pre>/],
    [
      'a picture',
      { type: 'image', data: pixel, mimeType: 'image/png' },
      /<img[^>]*src="data:image\/png;base64,/,
    ],
    [
      'a drawing that may hold scripts',
      { type: 'image', data: pixel, mimeType: 'image/svg+xml' },
      /<p>console\.result\.bytes/,
    ],
    ['sound', { type: 'audio', data: pixel, mimeType: 'audio/wav' }, /<audio[^>]*controls/],
    [
      'a link',
      { type: 'resource_link', uri: 'demo://a', name: 'A' },
      /<button[^>]*>console\.result\.open<\/button>/,
    ],
    [
      'a resource of text',
      { type: 'resource', resource: { uri: 'demo://a', text: 'hello' } },
      /demo:\/\/a.*hello/s,
    ],
    [
      'a resource of bytes',
      { type: 'resource', resource: { uri: 'demo://a', blob: pixel } },
      /<p>console\.result\.bytes/,
    ],
    [
      'what it is for',
      { type: 'text', text: 'x', annotations: { audience: ['user'], priority: 0.5 } },
      /console\.result\.audience.*console\.result\.priority/s,
    ],
  ])('is shown as %s', (_what, content, shown) => expect(block(content)).toMatch(shown))

  it('is a tree where a text is JSON', () => {
    expect(block({ type: 'text', text: '{"a": {"b": 1}}' })).toContain('role="tree"')
  })
})

describe('Markdown', () => {
  const shown = (text: string): string => draw(createElement(Markdown, { text, label: 'it' }))
  it.each([
    ['# A *b*', '<h3>A <em>b</em></h3>'],
    ['- a\n- b', '<ul><li><p>a</p></li>\n<li><p>b</p></li></ul>'],
    ['```js\nx < 1\n```', '<pre><code>x &lt; 1</code></pre>'],
    ['`a` **b** ~~c~~', '<p><code>a</code> <strong>b</strong> <del>c</del></p>'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['\\*a\\*', '<p>*a*</p>'],
  ])('%j', (text, html) => expect(shown(text)).toContain(html))
  it('leads to the web and nowhere else, and fetches no pictures', () => {
    expect(shown('[a](https://h/)')).toMatch(/<button[^>]*title="https:\/\/h\/"[^>]*>a<\/button>/)
    expect(shown('[a](javascript:alert(1))')).toContain('<span title="javascript:alert(1)">a</span>')
    expect(shown('![a](https://h/a.png)')).not.toContain('<img')
  })
})

describe('an answer', () => {
  const answer = (result: Record<string, unknown>): string =>
    draw(createElement(ResultView, { answer: { result, milliseconds: 1, bytes: 2 } }))
  it('of a resource shows what is in it', () => {
    expect(answer({ contents: [{ uri: 'demo://a', mimeType: 'text/plain', text: 'inside' }] })).toContain(
      'inside</pre>',
    )
  })
  it('of a prompt shows who says what', () => {
    const html = answer({ messages: [{ role: 'user', content: { type: 'text', text: 'do it' } }] })
    expect(html).toMatch(/user.*do it<\/pre>/s)
  })
  it('of anything else is a tree', () => expect(answer({ odd: { a: 1 } })).toContain('role="tree"'))
})

it('a form says the label of variants once, and offers what is deprecated only on request', () => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      table: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'object' }] },
      tables: { type: 'string', deprecated: true },
    },
  }
  const html = draw(createElement(SchemaForm, { schema, value: { table: ['a'] }, onChange: () => undefined }))
  expect(html.match(/<legend>table<\/legend>/g)).toHaveLength(1)
  expect(html).toContain('<legend class="visually-hidden">')
  expect(html).toContain('<option value="tables">')
  expect(html).not.toMatch(/>tables<\/span>/)
})

it('a form has an input for each format, boxes for a set, and asks for a choice that is required', () => {
  const schema: FormSchema = {
    type: 'object',
    required: ['kind'],
    properties: {
      mail: { type: 'string', format: 'email' },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      kind: { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
      set: { type: 'array', items: { enum: ['x', 'y'] } },
      query: { type: 'string' },
    },
  }
  const html = draw(
    createElement(SchemaForm, {
      schema,
      value: { at: '2026-11-22T10:00:00Z', set: ['y'] },
      onChange: () => undefined,
    }),
  )
  expect(html).toContain('type="email"')
  expect(html).toContain('type="date"')
  expect(html).toMatch(/value="2026-11-\d\d \d\d:00:00"/)
  expect(html).toMatch(/type="number"[^>]*min="1"[^>]*max="9"/)
  expect(html).toContain('console.form.choose')
  expect(html).toContain('>First</option>')
  expect(html.match(/type="checkbox"/g)).toHaveLength(2)
  expect(html).toContain('<textarea')
})

it('a form says at a union what is wrong with all of it', () => {
  const shape = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const schema: FormSchema = {
    type: 'object',
    required: ['target'],
    properties: { target: { oneOf: [shape, { type: 'string' }] } },
  }
  const findings = new Map([['target', { message: 'It is missing.', severity: 'error' as const }]])
  const form = createElement(SchemaForm, { schema, value: {}, onChange: () => undefined })
  expect(draw(createElement(FormFindings, { value: findings }, form))).toContain('It is missing.')
})
