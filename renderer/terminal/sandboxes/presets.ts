import { z } from 'zod'
import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'

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

const DOCUMENT = { collection: 'sandboxes', id: 'start' }
/** Images that are suggested before any was used; the last is our server's own name for this machine's system. */
const USUAL = ['python:3.11', 'ubuntu:24.04', 'node:22', 'local']
const REMEMBERED = 30

export const useStartMemory = create<Memory>(() => ({
  last: firstFields,
  presets: [],
  images: USUAL,
  env: {},
}))

let loading: Promise<void> | undefined

export function loadStartMemory(): Promise<void> {
  loading ??= workbench.call('store.read', DOCUMENT).then(({ value }) => {
    const kept = memorySchema.safeParse(value)
    if (kept.success) useStartMemory.setState(kept.data)
  })
  return loading
}

function change(edit: (memory: Memory) => Partial<Memory>): void {
  useStartMemory.setState(edit)
  workbench.call('store.write', { ...DOCUMENT, value: useStartMemory.getState() }).catch(() => undefined)
}

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
