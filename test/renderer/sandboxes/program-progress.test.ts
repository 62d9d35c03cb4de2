import { expect, test } from 'vitest'
import { readProgress } from '../../../renderer/sandboxes/sessions/program-progress.ts'

test.each([
  ['a share', '4;1;42', { tone: 'normal', percent: 42 }],
  ['more than all', '4;1;420', { tone: 'normal', percent: 100 }],
  ['an error', '4;2;10', { tone: 'bad', percent: 10 }],
  ['work without an end in sight', '4;3;0', { tone: 'normal', percent: undefined }],
  ['a pause', '4;4;70', { tone: 'warning', percent: 70 }],
  ['the end', '4;0;0', null],
  ['a notification, which is none', 'hello', undefined],
  ['a state that nobody knows', '4;9;1', undefined],
])('%s', (_what, data, told) => expect(readProgress(data)).toEqual(told))
