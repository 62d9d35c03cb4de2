import type { CatalogueEntry } from './entry.ts'

/** The catalogue as a Markdown document: a section a family, a row an id. */
export function catalogueMarkdown(entries: readonly CatalogueEntry[]): string {
  const families = new Map<string, CatalogueEntry[]>()
  for (const entry of entries) families.set(entry.family, [...(families.get(entry.family) ?? []), entry])
  const sections = Array.from(families, ([family, members]) =>
    members.every(({ kind }) => kind === 'single-turn')
      ? questionSection(family, members)
      : gameSection(members),
  )
  return ['# Catalogue of environments', ...sections].join('\n\n')
}

function gameSection(members: readonly CatalogueEntry[]): string {
  const [first] = members as [CatalogueEntry]
  const shared = first.notes.filter((note) => members.every(({ notes }) => notes.includes(note)))
  return [
    `## ${first.title}`,
    first.summary,
    list([
      `Action: ${first.action.words} Such as ${first.action.examples.map(code).join(' or ')}. Pattern: ${code(first.action.pattern)}${first.action.flags === 'i' ? ', any case' : ''}.`,
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

function questionSection(family: string, members: readonly CatalogueEntry[]): string {
  return [
    `## Questions: ${code(`${family}:`)}`,
    'One question, one answer in the last box of the reply; then the episode has ended. The best return is 1.',
    table(
      ['id', 'question', 'parameters', 'answer such as', 'scoring'],
      members.map(({ id, summary, parameters, action, notes }) => [
        code(id),
        summary,
        parameterText(parameters),
        action.examples.map((example) => code(example.replaceAll('\n', ' ↵ '))).join(' '),
        notes.slice(1).join(' '),
      ]),
    ),
  ].join('\n\n')
}

function parameterText(parameters: CatalogueEntry['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

function code(text: string): string {
  return `\`${text}\``
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
