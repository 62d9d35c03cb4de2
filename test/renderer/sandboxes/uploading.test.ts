import { describe, expect, it } from 'vitest'
import { deepestFolders, loadOfFiles } from '../../../renderer/sandboxes/files/uploading.ts'

/** A file as returned by the browser from a chosen folder. */
function chosen(path: string): File {
  const file = new File(['x'], path.split('/').at(-1) ?? '')
  Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return file
}

describe('what is uploaded', () => {
  it('keeps the places of a chosen folder’s files, and makes their folders', () => {
    const { folders, files } = loadOfFiles('/root/', [chosen('repo/a.txt'), chosen('repo/src/deep/b.txt')])
    expect(files.map(({ path }) => path)).toEqual(['/root/repo/a.txt', '/root/repo/src/deep/b.txt'])
    expect(deepestFolders(folders)).toEqual(['/root/repo/src/deep'])
  })

  it('makes no folder for single files', () => {
    expect(loadOfFiles('/', [chosen('a.txt')])).toMatchObject({ folders: [], files: [{ path: '/a.txt' }] })
  })

  it.each([
    [[], []],
    [['/a', '/a'], ['/a']],
    [
      ['/a', '/a/b', '/ab'],
      ['/a/b', '/ab'],
    ],
  ])('of %j makes %j, the rest comes along', (folders, made) => expect(deepestFolders(folders)).toEqual(made))
})
