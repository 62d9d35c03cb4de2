import { type Snippet, snippetsDocument } from '#shared/documents/sandboxes.ts'
import { documentOf } from '../../app/document.ts'

const storedSnippets = documentOf(snippetsDocument)

export const loadSnippets = (): Promise<void> => storedSnippets.load()

export const useSnippets = (): readonly Snippet[] => storedSnippets.use(({ value }) => value)

const without = (snippets: Snippet[], name: string): Snippet[] =>
  snippets.filter((snippet) => snippet.name !== name)

export const saveSnippet = (snippet: Snippet): void =>
  void storedSnippets.change((snippets) => [...without(snippets, snippet.name), snippet])

export const removeSnippet = (name: string): void =>
  void storedSnippets.change((snippets) => without(snippets, name))

/** Placeholders in double angle brackets: `<<name>>` does not occur in practical Bash. */
const PLACE = /<<([A-Za-z_][\w -]*)>>/g

/** A snippet's distinct parameters, in order. */
export const parametersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map((found) => found[1] ?? '')),
]

/** The snippet with its parameters filled in. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (whole, name: string) => values[name] ?? whole)
