import { z } from 'zod'
import { SharedDocument } from '../../app/shared-document.ts'

/** The fields of the start dialog as they are typed. */
export const startFieldsSchema = z.object({
  image: z.string(),
  cpus: z.string(),
  memory: z.string(),
  disk: z.string(),
  idle: z.string(),
  deleteAfter: z.string(),
  env: z.string(),
  wait: z.boolean(),
})
export type StartFields = z.infer<typeof startFieldsSchema>

export const firstFields: StartFields = {
  image: 'python:3.11',
  cpus: '2',
  memory: '2g',
  disk: '',
  idle: '30',
  deleteAfter: '86400',
  env: '',
  wait: true,
}

const memorySchema = z.object({
  last: startFieldsSchema,
  presets: z.array(z.object({ name: z.string(), fields: startFieldsSchema })),
  images: z.array(z.string()),
  /** Environment for the sessions of a sandbox, by place. */
  env: z.record(z.string(), z.record(z.string(), z.string())),
})
type Memory = z.infer<typeof memorySchema>

/** Images that are suggested before any was used; the last is our server's own name for this machine's system. */
const USUAL = ['python:3.11', 'ubuntu:24.04', 'node:22', 'local']
const REMEMBERED = 30

const memory = new SharedDocument<Memory>({ collection: 'sandboxes', id: 'start' }, memorySchema, {
  last: firstFields,
  presets: [],
  images: USUAL,
  env: {},
})

export const loadStartMemory = (): Promise<void> => memory.load()

export const useStartMemory = <T>(select: (memory: Memory) => T): T =>
  memory.use(({ value }) => select(value))

/** The environment that the terminals of a sandbox begin with. */
export const envOf = (place: string): Readonly<Record<string, string>> => memory.value.env[place] ?? {}

const change = (edit: (memory: Memory) => Partial<Memory>): void =>
  void memory.change((before) => ({ ...before, ...edit(before) }))

export const rememberStart = (last: StartFields): void =>
  change(({ images }) => ({
    last,
    images: [last.image, ...images.filter((image) => image !== last.image)].slice(0, REMEMBERED),
  }))

export const rememberImage = (image: string): void =>
  change(({ images }) => ({ images: [image, ...images.filter((one) => one !== image)].slice(0, REMEMBERED) }))

export const rememberEnv = (place: string, env: Readonly<Record<string, string>>): void =>
  change((memory) => ({ env: { ...memory.env, [place]: { ...env } } }))

export const savePreset = (name: string, fields: StartFields): void =>
  change(({ presets }) => ({
    presets: [...presets.filter((preset) => preset.name !== name), { name, fields }],
  }))

export const removePreset = (name: string): void =>
  change(({ presets }) => ({ presets: presets.filter((preset) => preset.name !== name) }))

/** NAME=value lines; the number of the first line that is neither that nor empty. */
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
