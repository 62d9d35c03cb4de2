import { isBoxedOnly } from '../boxed.ts'
import type { CatalogueEntry } from './entry.ts'

/** Formats the catalogue as Markdown: a section per family, a row per id. */
export function catalogueMarkdown(entries: readonly CatalogueEntry[]): string {
  const groups = new Map<string, CatalogueEntry[]>()
  for (const entry of entries) {
    const key = `${entry.family} ${entry.kind}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const sections = Array.from(groups.values(), (members) =>
    members[0]?.kind === 'single-turn' ? questionSection(members) : gameSection(members),
  )
  return ['# Catalogue of environments', ...sections].join('\n\n')
}

function gameSection(members: readonly CatalogueEntry[]): string {
  const [first] = members as [CatalogueEntry]
  const shared = commonNotes(members)
  return [
    `## ${first.title}`,
    first.summary,
    list([
      `Action: ${first.action.words} Such as ${first.action.examples.map(inline).join(' or ')}. Pattern: ${code(first.action.pattern)}${first.action.flags === 'i' ? ', any case' : ''}.`,
      ...first.ends.map((end) => `Ends: ${end}.`),
      ...shared,
    ]),
    table(
      ['id', 'parameters', 'turns', 'best return', 'can be won', 'note'],
      members.map(({ id, parameters, maxTurns, bestReturn, winnable, notes }) => [
        code(id),
        parameterText(parameters),
        maxTurns === null ? 'drawn' : String(maxTurns),
        String(bestReturn),
        winnable,
        notes.filter((note) => !shared.includes(note)).join(' '),
      ]),
    ),
  ].join('\n\n')
}

const commonNotes = ([first, ...others]: readonly CatalogueEntry[]): readonly string[] =>
  first?.notes.filter((note) => others.every(({ notes }) => notes.includes(note))) ?? []

function questionSection(members: readonly CatalogueEntry[]): string {
  const [{ family, action: shared }] = members as [CatalogueEntry]
  const where = isBoxedOnly(shared)
    ? 'One question, one answer in the last box of the reply'
    : shared.words.replace(/\.$/, '')
  const common = commonNotes(members)
  return [
    `## Questions: ${code(`${family}:`)}`,
    `${where}; then the episode has ended. The best return is 1.`,
    list(common),
    table(
      ['id', 'question', 'parameters', 'answer such as', 'scoring'],
      members.map(({ id, summary, parameters, action, notes }) => [
        code(id),
        summary,
        parameterText(parameters),
        action.examples.map(inline).join(' '),
        notes.filter((note) => !common.includes(note)).join(' '),
      ]),
    ),
  ].join('\n\n')
}

function parameterText(parameters: CatalogueEntry['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

const inline = (example: string): string => code(example.trim().replaceAll('\n', ' ↵ '))

function code(text: string): string {
  return text.includes('`') ? `\`\`\`\` ${text} \`\`\`\`` : `\`${text}\``
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
