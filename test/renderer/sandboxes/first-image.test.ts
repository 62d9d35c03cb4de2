import { expect, it } from 'vitest'
import type { StartChoices } from '#shared/workbench/areas/sandboxes.ts'
import { firstImage } from '../../../renderer/sandboxes/sandboxes/choices.ts'

const told = (pulls: boolean, ...references: string[]): StartChoices => ({
  pulls,
  imports: false,
  networks: [],
  missing: {},
  images: references.map((reference) => ({
    reference,
    origin: reference === 'local' ? 'machine' : 'engine',
  })),
})

// A field's value does not change when the platform answers later.
it.each([
  ['ours, before it has told', true, undefined, 'local'],
  ['ours', true, told(false, 'local'), 'local'],
  ['ours beside an engine', true, told(true, 'local', 'python:3.11'), 'local'],
  ['ours on an engine alone', true, told(true, 'node:22'), 'python:3.11'],
  ['a foreign one', false, told(true, 'local'), 'python:3.11'],
])('a first sandbox on %s', (_, isOurs, choices, image) => {
  expect(firstImage(isOurs, choices)).toBe(image)
})
