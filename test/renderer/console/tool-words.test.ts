import { describe, expect, it } from 'vitest'
import { listPrompts } from '../../../electron/model-server/mcp/methods/prompts.ts'
import { APP_RESOURCE } from '../../../electron/model-server/mcp/resources/app.ts'
import { RESOURCES } from '../../../electron/model-server/mcp/resources/catalogue.ts'
import { toolsOf } from '../../../electron/model-server/mcp/tools/catalogue.ts'
import type { Service } from '../../../electron/model-server/mcp/service.ts'
import { nameInWords } from '../../../renderer/form/field-name.tsx'
import { fieldWordsZh } from '../../../renderer/i18n/field-words.zh.ts'
import { toolWordsZh } from '../../../renderer/i18n/tool-words.zh.ts'

const MEMBERS: ReadonlySet<string> = new Set(['description', 'title'])

/** All descriptions and titles in what the server lists; those of answers are shown nowhere. */
function wordsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    MEMBERS.has(name) && typeof member === 'string'
      ? [member]
      : name === 'outputSchema'
        ? []
        : wordsIn(member),
  )
}

// The tools depend on nothing else of a service.
const tools = toolsOf({ telemetry: {} } as Service)
const said = new Set(wordsIn([tools, listPrompts(), RESOURCES, APP_RESOURCE]))

describe('what our model server says of its tools, prompts and resources', () => {
  it.each([...said])('%s is said in Chinese too', (english) => {
    expect(toolWordsZh[english]).toMatch(/\p{Script=Han}/u)
  })

  it('is all that is translated', () => {
    expect(Object.keys(toolWordsZh).filter((english) => !said.has(english))).toEqual([])
  })
})

/** The names of all fields of a form, in words. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === 'properties' ? Object.keys(Object(member)).map(nameInWords) : []),
    ...fieldsIn(member),
  ])
}
const { prompts } = listPrompts() as { prompts: { arguments: { name: string }[] }[] }
const fields = new Set([
  ...fieldsIn(tools.map(({ inputSchema }) => inputSchema)),
  ...prompts.flatMap(({ arguments: given }) => given.map(({ name }) => nameInWords(name))),
])

describe('the fields of our model server’s tools and prompts', () => {
  it.each([...fields])('%s is called so in Chinese too', (name) => {
    expect(fieldWordsZh[name]).toMatch(/\p{Script=Han}|^URL$/u)
  })
})
