import { type StartFields, type StartMemory, startDocument } from '#shared/documents/sandboxes.ts'
import { documentOf } from '../../app/document.ts'

const MAX_IMAGES = 30

const memory = documentOf(startDocument)

export const loadStartMemory = (): Promise<void> => memory.load()

export const useStartMemory = <T>(select: (memory: StartMemory) => T): T =>
  memory.use(({ value }) => select(value))

/** The initial environment of a sandbox's terminals. */
export const envOf = (place: string): Readonly<Record<string, string>> => memory.value.env[place] ?? {}

const change = (edit: (memory: StartMemory) => Partial<StartMemory>): void =>
  void memory.change((before) => ({ ...before, ...edit(before) }))

export const rememberStart = (last: StartFields): void =>
  change(({ images }) => ({
    last,
    images: [last.image, ...images.filter((image) => image !== last.image)].slice(0, MAX_IMAGES),
  }))

export const rememberImage = (image: string): void =>
  change(({ images }) => ({ images: [image, ...images.filter((one) => one !== image)].slice(0, MAX_IMAGES) }))

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Stores the initial environment of a sandbox's terminals, unless it is empty or unchanged. */
export function rememberEnv(place: string, env: Readonly<Record<string, string>> = {}): void {
  if (isSame(envOf(place), env)) return
  change((memory) => ({ env: { ...memory.env, [place]: { ...env } } }))
}

/** Saves the dialog's fields as a user template, replacing one of the same name. */
export const saveTemplate = (name: string, fields: StartFields): void =>
  change(({ presets }) => ({
    presets: [...presets.filter((one) => one.name !== name), { name, fields: { ...fields, template: name } }],
  }))

export const removeTemplate = (name: string): void =>
  change(({ presets }) => ({ presets: presets.filter((one) => one.name !== name) }))

/** Parses NAME=value lines; returns the number of the first invalid line if there is one. */
export function parseEnv(text: string): { env: Record<string, string> } | { badLine: number } {
  const env: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const found = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line)
    if (!found) return { badLine: index + 1 }
    env[found[1] ?? ''] = found[2] ?? ''
  }
  return { env }
}
