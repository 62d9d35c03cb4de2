import { expect, it } from 'vitest'
import { findSample, sampleNames } from '../../../electron/model-server/samples/index.ts'

const LINKS = new Set(['data_link', 'storage_link', 'runbook_link', 'entity_set_link'])

it.each(sampleNames())('the links of %s have names for people, in both languages', (sample) => {
  const elements = findSample(sample)?.().elements ?? []
  const names = elements.flatMap(({ kind, metadata }) =>
    LINKS.has(kind) ? [metadata?.['display_name']] : [],
  )
  expect(names.length).toBeGreaterThan(5)
  for (const name of names)
    expect(name).toEqual({
      // No raw type such as `devops.service`.
      en_us: expect.stringMatching(/^[A-Z][^._]+$/) as string,
      zh_cn: expect.stringMatching(/^[^._]*\p{Script=Han}[^._]*$/u) as string,
    })
})
