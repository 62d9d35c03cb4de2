import { describe, expect, it } from 'vitest'
import { showCapacity, showSize } from '../../../renderer/sandboxes/sandboxes/show-size.ts'

describe('a number of bytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1434, '1.4 kB'],
    [1024 ** 2 - 7, '1.0 MB'],
    [23 * 1024 ** 2, '23.0 MB'],
    [500 * 1024 ** 3, '500 GB'],
    [5000 * 1024 ** 4, '5000 TB'],
  ])('%d is shown as %s', (bytes, shown) => {
    expect(showSize(bytes)).toBe(shown)
  })
})

describe('a capacity as a platform writes it', () => {
  it.each([
    ['2.00g', '2 GB'],
    ['512m', '512 MB'],
    ['1.5Gi', '1.5 GB'],
    ['64 kB', '64 kB'],
    ['2', '2'],
    ['unlimited', 'unlimited'],
    [undefined, undefined],
  ])('%s is shown as %s', (written, shown) => {
    expect(showCapacity(written)).toBe(shown)
  })
})
