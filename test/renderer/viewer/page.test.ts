import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyScene, MARK, type Palette, type Scene } from '../../../renderer/graph/scene/scene.ts'
import { pageOf } from '../../../renderer/viewer/page.ts'
import { type Picture, pictureOf, sceneOf } from '../../../renderer/viewer/picture.ts'

const palette: Palette = {
  surface: '#fff',
  ground: '#eee',
  sunken: '#ddd',
  line: '#ccc',
  lineStrong: '#bbb',
  text: '#000',
  quiet: '#333',
  faint: '#444',
  accent: '#00f',
  good: '#0f0',
  warning: '#ff0',
  bad: '#f00',
  font: 'Inter, sans-serif',
  hues: ['#111'],
  grounds: [],
  tints: ['#eee'],
  domains: ['#222'],
}
const words = { search: '', none: '', fit: '', links: '', note: '', choose: '', open: '' }
const viewer = { script: 'console.log("here")', style: 'body{margin:0}' }

/** A scene of `count` cards in rows, with `links` edges whose routes have four corners. */
function sceneOfSize(count: number, links: number): Scene {
  const edges = Array.from({ length: count * links }, (_, edge) => [edge % count, (edge * 7 + 1) % count])
  const at = (item: number): [number, number] => [(item % 50) * 280.25, Math.floor(item / 50) * 90.5]
  return {
    ...emptyScene,
    count,
    nodes: Uint32Array.from({ length: count }, (_, item) => item),
    x: Float32Array.from({ length: count }, (_, item) => at(item)[0]),
    y: Float32Array.from({ length: count }, (_, item) => at(item)[1]),
    width: new Float32Array(count).fill(180),
    height: new Float32Array(count).fill(40),
    hue: new Uint8Array(count),
    tint: new Uint8Array(count),
    mark: new Uint8Array(count),
    groupOf: new Int32Array(count).fill(-1),
    from: Uint32Array.from(edges, ([from = 0]) => from),
    to: Uint32Array.from(edges, ([, to = 0]) => to),
    edgeMark: new Uint8Array(edges.length),
    weight: new Uint32Array(edges.length).fill(1),
    shared: new Uint8Array(edges.length),
    wayStart: Uint32Array.from({ length: edges.length + 1 }, (_, edge) => edge * 8),
    wayPoints: Float32Array.from(
      edges.flatMap(([from = 0, to = 0]) => [...at(from), at(to)[0], at(from)[1], ...at(to), ...at(to)]),
    ),
    edgeLabels: edges.map(() => 'depends_on').join('\n'),
  }
}

const aboutOf = (count: number): Picture['about'] =>
  Array.from({ length: count }, (_, item) => ({
    key: `shop/shop.thing_${item}/entity_set`,
    kind: 'entity set',
    domain: 'shop',
    description: 'A thing that is sold, with what is known of it and where it is now',
  }))

const made = (scene: Scene, title = 'Shop', count = scene.count, about = aboutOf(count)): Picture =>
  pictureOf(
    scene,
    {
      labels: Array.from({ length: count }, (_, item) => `Thing number ${item}`).join('\n'),
      details: Array.from({ length: count }, () => 'entity set · 12 fields').join('\n'),
      icons: new Uint8Array(count),
      shapes: new Uint8Array(count),
    },
    { title, subtitle: '', language: 'en', words, palette, about },
  )

describe('a picture', () => {
  it('is drawn as it was, but for who looked at it', () => {
    const scene = sceneOfSize(120, 2)
    scene.mark.set([MARK.selected | MARK.pinned, MARK.dimmed, MARK.highlighted])
    const back = sceneOf(JSON.parse(JSON.stringify(made(scene))) as Picture)
    expect(Array.from(back.mark.subarray(0, 3))).toEqual([MARK.pinned, 0, MARK.highlighted])
    expect({ ...back, x: 0, y: 0, mark: 0, wayPoints: 0 }).toEqual({
      ...scene,
      x: 0,
      y: 0,
      mark: 0,
      wayPoints: 0,
    })
    for (const name of ['x', 'y', 'wayPoints'] as const)
      back[name].forEach((value, index) =>
        expect(Math.abs(value - (scene[name][index] ?? 0))).toBeLessThan(1),
      )
  })

  it('has the rows of the table that are drawn', () => {
    const scene = { ...sceneOfSize(3, 0), count: 2, nodes: Uint32Array.of(2, 0) }
    expect(made(scene, 'Shop', 3).labels).toBe('Thing number 2\nThing number 0')
  })

  it('says of a node what its characters are, and hides none', () => {
    const about = { key: '', kind: 'entity set', domain: 'shop' }
    const [shown] = made(sceneOfSize(1, 0), 'Shop', 1, [
      {
        ...about,
        description: 'pay\u202ellib\u202c\nnow',
        note: 'to\u200bday',
        facts: [['a\u2066b', 'c\u2069']],
      },
    ]).about
    expect(shown).toEqual({
      ...about,
      description: 'pay⟨202E⟩llib⟨202C⟩\nnow',
      note: 'to⟨200B⟩day',
      facts: [['a⟨2066⟩b', 'c⟨2069⟩']],
    })
  })

  it('says of a bundle how many links it is', () => {
    const scene = { ...sceneOfSize(3, 1), weight: Uint32Array.of(1, 3500, 1) }
    expect(made(scene).scene.edgeLabels.split('\n')).toEqual(['depends_on', '× 3,500', 'depends_on'])
  })

  it('of 2,000 nodes with three links each is a page of less than 2 MB', async () => {
    const page = await pageOf(made(sceneOfSize(2_000, 3)), { ...viewer, script: 'x'.repeat(60_000) })
    expect(page.length).toBeLessThan(2_000_000)
  })
})

describe('a page', () => {
  it.each([
    ['a title', '</title><script>alert(1)</script>'],
    ['an attribute', '" onload="alert(1)'],
    ['data', '</script><script>alert(1)</script>'],
    ['a comment', '<!--<script>'],
  ])('stays a page whatever stands in %s', async (_what, text) => {
    const page = await pageOf(made(sceneOfSize(1, 0), text), viewer)
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page.match(/<\/script>/g)).toHaveLength(2)
    expect(page).not.toContain('onload="alert')
  })

  it('holds any text without loss', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (title) => {
        const page = await pageOf(made(sceneOfSize(1, 0), title), viewer)
        const [, data = ''] = /id="picture">(.*?)<\/script>/s.exec(page) ?? []
        expect((JSON.parse(data) as Picture).title).toBe(title)
      }),
      { numRuns: 100 },
    )
  })

  it('forbids everything but its own script and style', async () => {
    const page = await pageOf(made(sceneOfSize(1, 0)), viewer)
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
    )
  })
})
