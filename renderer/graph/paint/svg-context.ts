import { escapeHtml } from '#shared/html/escape.ts'
import { sourceOf } from './kept-path.ts'
import { round } from './way.ts'

/** A text for XML, which knows no control characters and no half of a pair. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))

/** What measures texts: a canvas, or an estimate. */
export interface Measure {
  font: string
  measureText(text: string): { readonly width: number }
}

interface Look {
  fillStyle: string
  strokeStyle: string
  lineWidth: number
  lineJoin: string
  font: string
  textAlign: string
  globalAlpha: number
  readonly dash: readonly number[]
  readonly clip: string
  /** Scale and offset. */
  readonly place: readonly [scale: number, x: number, y: number]
}

const START: Look = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineJoin: 'miter',
  font: '10px sans-serif',
  textAlign: 'left',
  globalAlpha: 1,
  dash: [],
  clip: '',
  place: [1, 0, 0],
}

/** Share of the font size by which the middle of the letters is above the line that they stand on. */
const MIDDLE = 0.35

/** The same name for the same data, so that several drawings in one page do not clip each other's cards. */
function nameOf(data: string): string {
  let sum = 2_166_136_261
  for (let place = 0; place < data.length; place++) sum = Math.imul(sum ^ data.charCodeAt(place), 16_777_619)
  return `c${(sum >>> 0).toString(36)}`
}

/** Records what the painter draws as elements of an SVG: the same picture, with real text. */
export class SvgContext {
  textBaseline = 'middle'
  readonly #measure: Measure
  readonly #parts: string[] = []
  readonly #clips = new Map<string, string>()
  readonly #saved: Look[] = []
  #look: Look = { ...START }
  #path: string[] = []
  /** The transform of the open group of elements. */
  #open = ''

  constructor(measure: Measure) {
    this.#measure = measure
  }

  /** All elements so far. */
  end(): string {
    this.#within('')
    const clips = [...this.#clips].map(
      ([name, data]) => `<clipPath id="${name}"><path d="${data}"/></clipPath>`,
    )
    return [`<defs>${clips.join('')}</defs>`, ...this.#parts].join('\n')
  }

  set fillStyle(fillStyle: string) {
    this.#look.fillStyle = fillStyle
  }
  get fillStyle(): string {
    return this.#look.fillStyle
  }
  set strokeStyle(strokeStyle: string) {
    this.#look.strokeStyle = strokeStyle
  }
  get strokeStyle(): string {
    return this.#look.strokeStyle
  }
  set lineWidth(lineWidth: number) {
    this.#look.lineWidth = lineWidth
  }
  set lineJoin(lineJoin: string) {
    this.#look.lineJoin = lineJoin
  }
  set textAlign(textAlign: string) {
    this.#look.textAlign = textAlign
  }
  set globalAlpha(globalAlpha: number) {
    this.#look.globalAlpha = globalAlpha
  }
  get globalAlpha(): number {
    return this.#look.globalAlpha
  }
  set font(font: string) {
    this.#look.font = font
  }
  get font(): string {
    return this.#look.font
  }

  save(): void {
    this.#saved.push({ ...this.#look })
  }
  restore(): void {
    this.#look = this.#saved.pop() ?? this.#look
  }
  setTransform(scale: number, _b: number, _c: number, _d: number, x: number, y: number): void {
    this.#look = { ...this.#look, place: [scale, x, y] }
  }
  translate(dx: number, dy: number): void {
    const [scale, x, y] = this.#look.place
    this.#look = { ...this.#look, place: [scale, x + dx * scale, y + dy * scale] }
  }
  scale(by: number): void {
    const [scale, x, y] = this.#look.place
    this.#look = { ...this.#look, place: [scale * by, x, y] }
  }
  setLineDash(dash: readonly number[]): void {
    this.#look = { ...this.#look, dash }
  }
  clip(path: Path2D): void {
    const data = sourceOf(path)
    const name = nameOf(data)
    this.#clips.set(name, data)
    this.#look = { ...this.#look, clip: name }
  }
  measureText(text: string): { readonly width: number } {
    this.#measure.font = this.#look.font
    return this.#measure.measureText(text)
  }

  clearRect(): void {
    // Nothing is there yet.
  }
  beginPath(): void {
    this.#path = []
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${round(x)} ${round(y)}`)
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`L${round(x)} ${round(y)}`)
  }
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.#path.push(`Q${round(cx)} ${round(cy)} ${round(x)} ${round(y)}`)
  }
  closePath(): void {
    this.#path.push('Z')
  }
  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2)
    const arc = (dx: number, dy: number): string => `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}`
    const [across, down] = [round(width - 2 * r), round(height - 2 * r)]
    this.#path.push(
      `M${round(x + r)} ${round(y)}h${across}${arc(r, r)}v${down}${arc(-r, r)}h-${across}${arc(-r, -r)}v-${down}${arc(r, -r)}Z`,
    )
  }

  fill(path?: Path2D, rule?: string): void {
    const { fillStyle } = this.#look
    this.#draw(`fill="${fillStyle}"${rule === 'evenodd' ? ' fill-rule="evenodd"' : ''}`, path)
  }
  stroke(path?: Path2D): void {
    const { dash } = this.#look
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.map(round).join(' ')}"` : ''
    this.#draw(`fill="none" ${this.#line()}${dashes}`, path)
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const { fillStyle } = this.#look
    this.#add(
      'rect',
      `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fillStyle}"`,
    )
  }
  fillText(text: string, x: number, y: number): void {
    this.#write(text, x, y, `fill="${this.#look.fillStyle}"`)
  }
  strokeText(text: string, x: number, y: number): void {
    this.#write(text, x, y, `fill="none" ${this.#line()} stroke-linejoin="${this.#look.lineJoin}"`)
  }

  #line(): string {
    return `stroke="${this.#look.strokeStyle}" stroke-width="${round(this.#look.lineWidth)}"`
  }

  #draw(style: string, path?: Path2D): void {
    const data = path ? sourceOf(path) : this.#path.join('')
    if (data !== '') this.#add('path', `d="${data}" ${style}`)
  }

  #write(text: string, x: number, y: number, style: string): void {
    if (text === '') return
    const { font, textAlign } = this.#look
    const [, weight, size = '13'] = /^(?:(\d+) )?([\d.]+)px/.exec(font) ?? []
    const middle = this.textBaseline === 'middle' ? MIDDLE * Number(size) : 0
    const anchor = textAlign === 'center' ? ' text-anchor="middle"' : ''
    // Where the font is another, texts keep their places beside each other.
    const length =
      text.length > 2
        ? ` textLength="${round(this.measureText(text).width)}" lengthAdjust="spacingAndGlyphs"`
        : ''
    this.#add(
      'text',
      `x="${round(x)}" y="${round(y + middle)}" font-size="${round(Number(size))}"${weight ? ` font-weight="${weight}"` : ''}${anchor}${length} ${style}`,
      escapeXml(text),
    )
  }

  #add(tag: string, attributes: string, content?: string): void {
    const { globalAlpha, clip, place } = this.#look
    const [scale, x, y] = place
    const isPlain = scale === 1 && x === 0 && y === 0
    this.#within(
      isPlain ? '' : `translate(${round(x)} ${round(y)})${scale === 1 ? '' : ` scale(${scale.toFixed(4)})`}`,
    )
    const more = `${globalAlpha === 1 ? '' : ` opacity="${round(globalAlpha * 100)}%"`}${clip === '' ? '' : ` clip-path="url(#${clip})"`}`
    this.#parts.push(`<${tag} ${attributes}${more}${content === undefined ? '/>' : `>${content}</${tag}>`}`)
  }

  /** Elements that follow each other with one transform are in one group. */
  #within(transform: string): void {
    if (transform === this.#open) return
    if (this.#open !== '') this.#parts.push('</g>')
    if (transform !== '') this.#parts.push(`<g transform="${transform}">`)
    this.#open = transform
  }
}
