import { expect, it } from 'vitest'
import { defaultStart } from '#shared/documents/sandboxes.ts'
import { limitProblems, secondsOf } from '../../../renderer/sandboxes/sandboxes/limit-fields.tsx'
import { text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'

const problems = (fields: object, isOurs = true) =>
  limitProblems(text, { ...defaultStart, ...fields }, isOurs)

it.each([
  ['cpus', 'banana', 'Write a number, for example 2, 0.5 or 500m.'],
  ['cpus', '0', 'Write a number, for example 2, 0.5 or 500m.'],
  ['cpus', '17', 'A sandbox here gets at most 16.'],
  ['memory', 'lots', 'Write a size, for example 2g or 512m.'],
  ['memory', '1t', 'A sandbox here gets at most 64 GB.'],
  ['disk', '-1g', 'Write a size, for example 2g or 512m.'],
  ['disk', '300g', 'A sandbox here gets at most 256 GB.'],
  ['idle', 'soon', 'Write whole minutes, for example 30.'],
  ['idle', '1.5', 'Write whole minutes, for example 30.'],
  ['keep', '-1', 'Write minutes, for example 90.'],
  ['keep', 'a day', 'Write minutes, for example 90.'],
])('%s %j is marked: %s', (name, written, sentence) => {
  expect(problems({ [name]: written })).toEqual({ [name]: sentence })
})

it('what a start takes is not marked', () => {
  expect(problems({ cpus: '500m', memory: '1.5Gi', disk: '512M', idle: '0', keep: '0.5' })).toEqual({})
  expect(problems({ cpus: ' ', memory: '', disk: '', idle: '', keep: '' })).toEqual({})
})

it('another platform’s maximum is not known', () => {
  expect(problems({ cpus: '64', memory: '1t' }, false)).toEqual({})
})

it.each([
  ['1.5', 90],
  [' ', undefined],
])('%j minutes are %s seconds', (minutes, seconds) => {
  expect(secondsOf(minutes)).toBe(seconds)
})
