import { z } from 'zod'
import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'

const snippetSchema = z.object({ name: z.string(), text: z.string() })
export type Snippet = z.infer<typeof snippetSchema>

const DOCUMENT = { collection: 'terminal-layout', id: 'snippets' }

export const useSnippets = create<{ readonly snippets: readonly Snippet[] }>(() => ({ snippets: [] }))

let loading: Promise<void> | undefined

export function loadSnippets(): Promise<void> {
  loading ??= workbench.call('store.read', DOCUMENT).then(({ value }) => {
    const kept = z.array(snippetSchema).safeParse(value)
    if (kept.success) useSnippets.setState({ snippets: kept.data })
  })
  return loading
}

function write(snippets: readonly Snippet[]): void {
  useSnippets.setState({ snippets })
  workbench.call('store.write', { ...DOCUMENT, value: snippets }).catch(() => undefined)
}

export const saveSnippet = (snippet: Snippet): void =>
  write([...useSnippets.getState().snippets.filter(({ name }) => name !== snippet.name), snippet])

export const removeSnippet = (name: string): void =>
  write(useSnippets.getState().snippets.filter((snippet) => snippet.name !== name))

/** Double angle brackets: Bash has no meaning for `<<name>>` that anyone writes in a snippet. */
const PLACE = /<<([A-Za-z_][\w -]*)>>/g

/** The values that a snippet asks for, each once, in order. */
export const parametersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map((found) => found[1] ?? '')),
]

/** The snippet with its values filled in. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (whole, name: string) => values[name] ?? whole)
