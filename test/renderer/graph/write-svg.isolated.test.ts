import { beforeAll, expect, it, vi } from 'vitest'
import { toSvg } from '../../../renderer/graph/paint/write-svg.ts'
import { MARK, type Palette, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const palette: Palette = {
  surface: '#fff',
  ground: '#eee',
  sunken: '#ddd',
  line: '#ccc',
  lineStrong: '#bbb',
  text: '#000',
  quiet: '#333',
  faint: '#555',
  accent: '#00f',
  good: '#0f0',
  warning: '#ff0',
  bad: '#f00',
  font: '"Inter", sans-serif',
  hues: ['#111'],
  grounds: ['#222'],
  tints: ['#444'],
  domains: ['#666'],
}

const cards = [
  [0, 0, 160, 38],
  [500, 0, 160, 38],
] as const
const table = {
  labels: 'Order\nA <b> & "c"',
  details: 'entity set\nentity set',
  icons: new Uint8Array(2),
  shapes: new Uint8Array(2),
}

beforeAll(() => {
  vi.stubGlobal('Path2D', Object)
})

it('a drawing is what the painter paints, and says below what it is', () => {
  const scene = sceneOf(
    { cards, edges: [[0, 1]] },
    { edgeLabels: 'depends_on', mark: Uint8Array.of(MARK.pinned, 0) },
  )
  const bounds = sceneBounds(scene)
  const svg = bounds ? toSvg(scene, table, palette, bounds, 'Shop · Model · 2 elements') : ''
  const texts = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)
  expect(texts).toEqual([
    'depends_on',
    'Order',
    'entity set',
    'A &lt;b&gt; &amp; &quot;c&quot;',
    'entity set',
    'Shop · Model · 2 elements',
  ])
  expect(svg).not.toMatch(/NaN|undefined/)
  expect(svg.match(/<g /g)?.length).toBe(svg.match(/<\/g>/g)?.length)
  // A line, its arrow head, and the outline of each card.
  expect(svg.match(/<path [^>]*fill="none"/g)?.length).toBeGreaterThanOrEqual(3)
  for (const [, name = ''] of svg.matchAll(/url\(#(\w+)\)/g)) expect(svg).toContain(`<clipPath id="${name}">`)
})

it('a drawing without a caption has no room for one', () => {
  const scene = sceneOf({ cards, edges: [] })
  const bounds = sceneBounds(scene)
  if (!bounds) throw new Error('empty')
  const height = (svg: string): number => Number(/height="([\d.]+)"/.exec(svg)?.[1])
  expect(height(toSvg(scene, table, palette, bounds))).toBe(38 + 2 * 40)
  expect(height(toSvg(scene, table, palette, bounds, 'Shop'))).toBe(38 + 2 * 40 + 28)
})

it('a drawing has the title of its model, in which nothing is markup or no XML', () => {
  const scene = sceneOf({ cards, edges: [] })
  const bounds = sceneBounds(scene)
  if (!bounds) throw new Error('no bounds')
  const title = 'A </title><script>x</script> & \u0001\ud800 \u202e shop'
  const svg = toSvg(scene, table, palette, bounds, 'below', title)
  expect(svg).toContain('<title>A &lt;/title&gt;&lt;script&gt;x&lt;/script&gt; &amp;  \u202e shop</title>')
  expect(svg.indexOf('<title>')).toBeLessThan(svg.indexOf('<rect'))
  expect(toSvg(scene, table, palette, bounds)).not.toContain('<title>')
})
