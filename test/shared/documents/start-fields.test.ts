import { expect, it } from 'vitest'
import { startDocument, defaultStart } from '#shared/documents/sandboxes.ts'

const { keep: _keep, ...earlier } = defaultStart

it.each([
  ['86400', '1440'],
  ['90', '1.5'],
  ['0', '0'],
  ['', ''],
])('%j seconds of an earlier version are %j minutes', (deleteAfter, keep) => {
  const kept = { last: { ...earlier, deleteAfter }, presets: [], images: [], env: {} }
  const read = startDocument.schema.parse(kept)
  expect(read.last).toEqual({ ...defaultStart, keep })
  expect(startDocument.schema.parse(read)).toEqual(read)
})
