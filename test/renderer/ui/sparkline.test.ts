import { expect, test } from 'vitest'
import { stretches } from '../../../renderer/ui/sparkline.tsx'

test.each([
  ['from edge to edge', [0, 50, 100], 100, ['0.0,23.0 60.0,12.0 120.0,1.0']],
  ['no higher than its top', [200, 200], 100, ['0.0,1.0 120.0,1.0']],
  [
    'with a gap where nothing was measured',
    [0, 0, undefined, 100, 100],
    100,
    ['0.0,23.0 30.0,23.0', '90.0,1.0 120.0,1.0'],
  ],
  ['not at all for a single value', [7], 100, []],
])('a line goes %s', (_how, values, top, lines) => expect(stretches(values, top)).toEqual(lines))
