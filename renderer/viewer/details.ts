import type { Scene } from '../graph/scene/scene.ts'
import type { Picture } from './picture.ts'

/** An element with attributes and what is in it; texts stay texts. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** What is said of an item, and where its links lead. */
export function details(
  picture: Picture,
  scene: Scene,
  item: number | undefined,
  nameOf: (item: number) => string,
  go: (item: number) => void,
): Node[] {
  const { words } = picture
  if (item === undefined) return [element('p', { class: 'quiet' }, words.choose)]
  const about = picture.about[item]
  const box = scene.collapsed[item - scene.nodes.length]
  const facts = element('dl', {})
  for (const [name, value] of about?.facts ?? [])
    facts.append(element('dt', {}, name), element('dd', {}, value))
  return [
    element('h2', {}, nameOf(item)),
    element(
      'p',
      { class: 'quiet' },
      about ? `${about.kind} · ${about.domain}` : [box?.detail, box?.kinds].filter(Boolean).join(' · '),
    ),
    ...(about?.description ? [element('p', {}, about.description)] : []),
    ...(about?.note ? [element('p', { class: 'note' }, `${words.note}: ${about.note}`)] : []),
    ...linkList(picture, scene, item, nameOf, go),
    facts,
  ]
}

function linkList(
  { words }: Picture,
  scene: Scene,
  item: number,
  nameOf: (item: number) => string,
  go: (item: number) => void,
): Node[] {
  const labels = scene.edgeLabels.split('\n')
  const list = element('ul', {})
  for (const [edge, from] of scene.from.entries()) {
    const to = scene.to[edge] ?? 0
    if (from !== item && to !== item) continue
    const other = from === item ? to : from
    const link = element('button', { type: 'button' }, `${from === item ? '→' : '←'} ${nameOf(other)}`)
    link.addEventListener('click', () => go(other))
    list.append(element('li', {}, link, element('small', {}, labels[edge] ?? '')))
  }
  return list.childElementCount === 0 ? [] : [element('h3', {}, words.links), list]
}
