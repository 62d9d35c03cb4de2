import { z } from 'zod'
import { builtInCatalogue } from '#shared/gem/catalogue/index.ts'
import { PLUGIN_EXAMPLES } from '#shared/gem/plugin-examples.ts'
import { MODEL_EXAMPLE } from '#shared/model/example.ts'
import { CALLABLES, METHOD_FACTS } from '#shared/spl/service/callables.ts'
import { OPERATOR_FACTS, SOURCE_FACTS, STAGE_FACTS, type Fact } from '#shared/spl/service/facts.ts'
import type { Command } from '../../app/commands.ts'
import type { HelpTopic } from '../../app/help-store.ts'
import type { GameRules } from '../../app/game-rules.tsx'
import { showKeys, usableKeys } from '../../app/keys.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { locale, showList, translateServerText, text, type MessageKey } from '../../i18n/text.ts'
import { fetchListing } from '../../mcp/use-listing.ts'
import { errorWords } from './error-words.ts'
import { glossaryMessages } from './messages.en.ts'

/** An example of how to write something. */
export interface Example {
  readonly example: string
  /** Whether it is a query, or where in one it fits; absent if it is something else. */
  readonly fits?: 'whole' | 'stage' | 'word' | undefined
  /** Its language, if not that of queries. */
  readonly language?: 'javascript' | 'python' | 'yaml' | undefined
}

/** A help entry. */
export interface Entry extends Partial<Example> {
  readonly title: string
  /** Its group: sources, stages, a bench. */
  readonly group: string
  readonly words: string
  /** The rules of an environment, shown below the words. */
  readonly rules?: GameRules
  /** Its syntax, or its shortcut. */
  readonly form?: string | undefined
}

type Term = Exclude<keyof typeof glossaryMessages, `${string}.text`>

/** All that an entry says, to search in. */
export const wordsIn = ({ group, words, rules }: Entry): string =>
  [
    group,
    words,
    ...(rules ? [rules.action.words, ...rules.ends, ...rules.notes] : []).map(translateServerText),
  ].join(' ')

/** Examples of how to do something: a file, or a query that runs. */
const EXAMPLES: Partial<Record<Term, Example>> = {
  'start.help.term.explorer.import': { example: MODEL_EXAMPLE, language: 'yaml' },
  'start.help.term.explorer.dependents': {
    example:
      '.topo | graph-call cypher(`MATCH (a)-[r:calls]->(b) RETURN a.display_name AS caller, b.display_name AS called LIMIT 50`)',
    fits: 'whole',
  },
}

/** The glossary; the key of a term names its bench. */
const terms = (): Entry[] =>
  (Object.keys(glossaryMessages) as (keyof typeof glossaryMessages)[])
    .filter((key): key is Term => !key.endsWith('.text'))
    .map((term) => ({
      title: text(term),
      group: text(`app.bench.${term.split('.')[3]}` as MessageKey),
      words: text(`${term}.text`),
      ...EXAMPLES[term],
    }))

function factsOf(group: MessageKey, facts: Iterable<Fact>, fits: Entry['fits'] = 'word'): Entry[] {
  return [...facts].map(({ name, form, example, documentation }) => ({
    title: name,
    group: text(group),
    words: documentation[locale()],
    form,
    ...(example === undefined ? {} : { example, fits }),
  }))
}

const language = (): Entry[] => [
  ...factsOf('start.help.sources', Object.values(SOURCE_FACTS), 'whole'),
  ...factsOf('start.help.stages', Object.values(STAGE_FACTS), 'stage'),
  ...factsOf('start.help.operators', OPERATOR_FACTS),
  ...factsOf('start.help.functions', Object.values(CALLABLES).flat()),
  ...factsOf('start.help.methods', METHOD_FACTS),
]

const ownEnvironments = (): Entry[] =>
  (['python', 'javascript'] as const).map((language) => ({
    title: text(`start.help.plugin.${language}`),
    group: text('start.help.plugin'),
    words: text(`start.help.plugin.${language}.text`),
    example: PLUGIN_EXAMPLES[language],
    language,
  }))

function environments(): Entry[] {
  const families = new Map(builtInCatalogue.map((entry) => [entry.family, entry]))
  const builtIn = [...families.values()].map(({ title, family, summary, ...rules }) => ({
    title: translateServerText(title),
    group: family,
    words: translateServerText(summary),
    rules,
  }))
  return [...ownEnvironments(), ...builtIn]
}

const errors = (): Entry[] =>
  errorWords().map(({ code, isOfService, words }) => ({
    title: code,
    group: text(isOfService ? 'start.help.fromService' : 'app.name'),
    words,
  }))

/** Commands with keys, by group; one entry for all keys of commands with the same name. */
export function keyEntries(commands: readonly Command[]): readonly Entry[] {
  const groups = new Map<string, Map<string, Entry>>()
  for (const command of commands) {
    const { title, group } = command
    const chord = usableKeys(command)
    if (!chord) continue
    const entries = groups.get(group) ?? new Map<string, Entry>()
    const form = [entries.get(title)?.form, showKeys(chord)].filter(Boolean).join(', ')
    groups.set(group, entries.set(title, { title, group, words: '', form }))
  }
  return [...groups.values()].flatMap((entries) => [...entries.values()])
}

const toolSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
})

/** The tools of all connected servers; what several have alike is one entry that names them. */
async function tools(signal: AbortSignal): Promise<Entry[]> {
  const ready = useWorkbench
    .getState()
    .connections.filter(({ kind, state }) => kind === 'model' && state === 'ready')
  const lists = await Promise.all(
    ready.map(async ({ id, name }) => {
      // A server that does not answer hides none of the others' tools.
      const listing = fetchListing(id, 'tools/list', 'tools', toolSchema, signal)
      const { items } = await listing.catch(() => ({ items: [] }))
      return items.map((tool) => ({
        title: tool.name,
        group: name,
        words: translateServerText(tool.description ?? tool.title ?? ''),
      }))
    }),
  )
  const alike = new Map<string, { readonly tool: Entry; readonly servers: string[] }>()
  for (const tool of lists.flat()) {
    const key = JSON.stringify([tool.title, tool.words])
    const { servers } = alike.get(key) ?? { servers: [] }
    alike.set(key, { tool, servers: [...servers, tool.group] })
  }
  return [...alike.values()].map(({ tool, servers }) => ({ ...tool, group: showList(servers) }))
}

/** Returns all entries of a topic; only tools are fetched from servers. */
export async function entriesOf(
  topic: HelpTopic,
  commands: readonly Command[],
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  switch (topic) {
    case 'words':
      return terms()
    case 'spl':
      return language()
    case 'environments':
      return environments()
    case 'errors':
      return errors()
    case 'keys':
      return keyEntries(commands)
    case 'tools':
      return tools(signal)
  }
}
