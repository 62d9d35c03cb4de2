import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  executedSchema,
  listSchema,
  observationSchema,
  startedSchema,
  statisticsSchema,
  statusSchema,
} from '#shared/sandbox/records.ts'
import { resultOf } from '../../../../electron/workbench/sandboxes/client/rest-client.ts'

interface Recorded {
  readonly name: string
  /** Section of the platform’s description that contains the answer. */
  readonly source: string
  readonly operation: keyof typeof schemas
  readonly status: number
  readonly body: unknown
  readonly result?: object
  readonly error?: object
}

const schemas = {
  startAsync: startedSchema,
  status: statusSchema,
  run: observationSchema,
  execute: executedSchema,
  list: listSchema,
  statistics: statisticsSchema,
} satisfies Record<string, z.ZodType>

const file = new URL('../../../fixtures/sandbox/recorded-answers.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded[]

describe('answers recorded from the real platform', () => {
  it.each(recorded)('$name (§$source)', ({ operation, status, body, result, error }) => {
    const read = () => schemas[operation].parse(resultOf(operation, { status, text: JSON.stringify(body) }))
    if (!error) return expect(read()).toMatchObject(result ?? {})
    expect(read).toThrow(expect.objectContaining(error))
  })
  it('that are no JSON are unexpected', () => {
    expect(() => resultOf('status', { status: 200, text: '<html>' })).toThrow(
      expect.objectContaining({ code: 'UNEXPECTED_ANSWER' }),
    )
  })
})
