import { expect, it } from 'vitest'
import { MODEL_EXAMPLE } from '#shared/model/example.ts'
import { validateElements } from '../../../electron/model-server/elements/validate.ts'
import '../messages.ts'
import { elementsOfFiles } from '../../../renderer/explorer/exchange/read-files.ts'

it('shows as an example a model that is imported as it is, without a finding', () => {
  const { elements, problems } = elementsOfFiles([{ path: 'shop.yaml', text: MODEL_EXAMPLE }])
  const { errors, warnings } = validateElements(elements as Parameters<typeof validateElements>[0], [])
  expect(elements).toHaveLength(3)
  expect([...problems, ...errors, ...warnings]).toEqual([])
})
