import '../messages.ts'
import { expect, it } from 'vitest'
import { chosenFiles } from '../../../renderer/explorer/exchange/dropped.ts'

/** Only what a choice of files needs of one. */
const file = (name: string, size = 10): File =>
  ({ name, webkitRelativePath: `model/${name}`, size, text: () => Promise.resolve('kind: log_set') }) as File

it('twenty thousand files are all read, in the order of their paths, with their number as progress', async () => {
  const names = Array.from({ length: 20_000 }, (_, place) => `${String(place).padStart(5, '0')}.yaml`)
  const told: number[] = []
  const { files, left } = await chosenFiles(
    names.toReversed().map((name) => file(name)),
    (count) => told.push(count),
  )
  expect(left).toEqual([])
  expect(files.map(({ path }) => path)).toEqual(names.map((name) => `model/${name}`))
  expect(told.at(-1)).toBe(20_000)
})

it('what one import cannot hold is left out with its number and the limits', async () => {
  const names = Array.from('abcdefghijklm', (name) => `${name}.yaml`)
  const { files, left } = await chosenFiles([
    ...names.map((name) => file(name, 4_000_000)),
    file('large.yaml', 25_000_000),
  ])
  expect(files.map(({ path }) => path)).toEqual(names.slice(0, 12).map((name) => `model/${name}`))
  expect(left).toEqual([
    {
      path: '',
      message:
        '1 file was not read: an import takes up to 50,000 files and 48 MB. Import the rest afterwards.',
    },
    { path: 'model/large.yaml', message: 'Larger than 24 MB.' },
  ])
})

it('files of another type are named, and the many of a repository counted', async () => {
  const message = 'Neither YAML nor JSON.'
  const some = await chosenFiles([file('photo.png'), file('a.yaml'), file('notes.md')])
  expect(some.left).toEqual([
    { path: 'model/notes.md', message },
    { path: 'model/photo.png', message },
  ])
  const many = await chosenFiles(Array.from({ length: 30 }, (_, place) => file(`${place}.png`)))
  expect(many.left).toHaveLength(11)
  expect(many.left.at(-1)).toEqual({ path: '', message: '20 more files are neither YAML nor JSON.' })
})
