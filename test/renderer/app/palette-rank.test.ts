import { describe, expect, it } from 'vitest'
import { answers, rank, type Ranked } from '../../../renderer/app/palette-rank.ts'

const command = (group: string, title: string, id: string): Ranked => ({ id, title, group })

const commands = [
  command('Go to', 'Open Query', 'app.go.query'),
  command('Go to', 'Open Explorer', 'app.go.explorer'),
  command('View', 'Light theme', 'app.theme.light'),
  command('View', 'High contrast theme', 'app.theme.contrast'),
  command('Query', 'Run', 'query.run'),
  command('Query', 'Run all statements', 'query.runAll'),
  command('Query', 'New query', 'query.tab.new'),
  command('Query', 'Next query', 'query.tab.next'),
  command('Query', 'Cancel the run', 'query.cancel'),
  command('Query', 'Explain', 'query.explain'),
  command('Query', 'Focus the editor', 'query.focusEditor'),
  command('Query', 'Save rows as CSV', 'query.export.csv'),
  command('Query', 'Copy rows as CSV', 'query.copy.csv'),
  command('Explorer', 'Find the shortest path', 'explorer.path'),
  command('Explorer', 'Expand neighbours', 'explorer.expand'),
  command('Explorer', 'Export as PNG', 'explorer.export.png'),
  command('Explorer', 'Undo', 'explorer.undo'),
  command('Sandboxes', 'New terminal', 'sandboxes.new'),
  command('Sandboxes', 'Rename the sandbox', 'sandbox.rename'),
  { ...command('Console', 'Connect metrics or logs', 'console.addTelemetry'), dormant: true },
  { ...command('Connections', 'Add a connection', 'console.add'), dormant: true },
  command('Elements', 'Game server', 'explorer:game.server'),
  command('Environments', 'rg:base_conversion', 'rg:base_conversion'),
  { ...command('Settings', 'Update feed', 'settings.updateFeed'), more: 'A file with the latest version.' },
  command('Settings', 'About', 'settings.about'),
  command('Environments', 'End the environment on its platform', 'environments.command.close'),
  command('Settings', 'Text size', 'settings:app.fontSize'),
  command('Explorer', 'Actual size', 'explorer.actualSize'),
  command('Help', 'Take the tour', 'app.tour'),
  { ...command('Go', 'Go to Start', 'app.go.start'), more: 'Asked at each start.' },
  command('Connections', 'Restart Sample model', 'connections.restart.sample'),
  command('查询', '运行查询', 'query.run.zh'),
  command('Réseau', 'Écrire un élément', 'authoring.new'),
]

/** Matching titles, best first; ties in input order. */
const titles = (typed: string): string[] =>
  commands
    .map((each) => ({ title: each.title, score: rank(each, typed) * (each.dormant ? 0.85 : 1) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ title }) => title)

describe('the palette', () => {
  it.each<[string, string, string]>([
    ['an exact title before longer ones', 'run', 'Run'],
    ['an exact title in another case', 'UNDO', 'Undo'],
    ['the beginning of a title', 'exp', 'Explain'],
    ['a word within a title', 'csv', 'Save rows as CSV'],
    ['beginnings of several words', 'new q', 'New query'],
    ['beginnings of words, in any order', 'query new', 'New query'],
    ['the group before the title', 'explorer undo', 'Undo'],
    ['a part of a word', 'neigh', 'Expand neighbours'],
    ['the middle of a word', 'hbour', 'Expand neighbours'],
    ['an id', 'query.tab.next', 'Next query'],
    ['initials', 'fte', 'Focus the editor'],
    ['a word of the same meaning', 'dark', 'Light theme'],
    ['what people call it elsewhere', 'shell', 'New terminal'],
    ['what the first of several synonyms names', 'mcp', 'Add a connection'],
    ['a synonym before the middle of a word, and before a description', 'version', 'About'],
    ['what the command does, in the words of others', 'add server', 'Add a connection'],
    ['a word of a description', 'latest', 'Update feed'],
    ['what an editor calls it', 'new tab', 'New query'],
    ['the end of a game', 'quit', 'End the environment on its platform'],
    ['what stands between other words', 'open a shell', 'New terminal'],
    ['what stands behind an article', 'the dark', 'Light theme'],
    ['what has an article between its words', 'rename a sandbox', 'Rename the sandbox'],
    ['a title without the article that is typed', 'export the png', 'Export as PNG'],
    ['a synonym before a part of an id', 'font', 'Text size'],
    ['the start page by another word', 'welcome', 'Go to Start'],
    ['a language without blanks', '查询', '运行查询'],
    ['letters without their accents', 'ecrire', 'Écrire un élément'],
    ['blanks around', '  run  ', 'Run'],
  ])('finds %s', (_, typed, first) => {
    expect(titles(typed)[0]).toBe(first)
  })

  it.each<[string, string, string]>([
    ['run', 'Run all statements', 'Cancel the run'],
    ['run', 'Cancel the run', 'Rename the sandbox'],
    ['new', 'New query', 'Next query'],
    ['query', 'New query', 'Run'],
    ['open', 'Open Query', 'Expand neighbours'],
    ['path', 'Find the shortest path', 'Export as PNG'],
  ])('for %s puts %s before %s', (typed, better, worse) => {
    const found = titles(typed)
    expect(found).toContain(better)
    expect(found.includes(worse) ? found.indexOf(worse) : Infinity).toBeGreaterThan(found.indexOf(better))
  })

  it.each(['xyzzy', 'zzz', 'shrtst', 'tour of docs', 'csv csv csv', 'q'.repeat(50)])(
    'does not offer anything for %s',
    (typed) => {
      expect(titles(typed)).toEqual([])
    },
  )

  it.each(['tour', 'welcome', 'about'])('takes a synonym for %s at its word', (typed) => {
    expect(titles(typed)).not.toContain('Restart Sample model')
    expect(titles(typed)).not.toContain('rg:base_conversion')
  })

  const benches = [
    ['Explorer', '图谱'],
    ['Query', '查询'],
    ['Sandboxes', '沙箱'],
    ['Environments', '环境'],
    ['Console', '控制台'],
    ['Investigations', '调查'],
    ['Settings', '设置'],
    ['Start', '开始'],
  ]
  it.each(benches.flat())('leads to the bench %s by its own name, and from its first letters', (name) => {
    const lower = name.toLowerCase()
    const go = { id: 'app.go.x', title: `Go to ${name}`, name, group: 'Go' }
    const all = [
      { ...command(name, name, `${lower}.itself`), bench: 'front' },
      command('Tools', `${lower}_spl_execute`, 'console:x'),
      command(name, `${name} of mine`, 'x'),
      go,
    ]
    for (const typed of [lower, `go to ${name}`, `the ${lower}`])
      expect(answers(all, typed, 'front')[0]?.[1][0]).toBe(go)
    const [[, [first]] = ['', []]] = answers(all.slice(1), lower.slice(0, -1) || lower)
    expect(first).toBe(go)
  })

  it('leaves letters out that lie too far apart', () => {
    expect(titles('fp')).not.toContain('Focus the editor')
    expect(titles('sxt')).toEqual([])
  })

  it('puts the group of the best answer first', () => {
    const found = answers([command('Go to', 'New window on Query', 'app.window'), ...commands], 'new query')
    expect(found.map(([group, members]) => [group, members.map(({ title }) => title)])).toEqual([
      ['Query', ['New query']],
      ['Go to', ['New window on Query']],
    ])
  })

  it('lets what is at hand lead over a bench’s that is not open, but not where that answers better', () => {
    const later = { ...command('Sandboxes', 'Restart', 'sandboxes.restart'), dormant: true }
    const first = (title: string, typed: string) =>
      answers([later, command('Connections', title, 'connections.restart')], typed)[0]?.[1][0]?.title
    expect(first('Restart Sample model', 'restart')).toBe('Restart Sample model')
    expect(first('Forget the start', 'restart')).toBe('Restart')
  })

  it('leaves out what needs an argument, and keeps the groups in order while nothing is typed', () => {
    const found = answers(
      [{ ...command('Query', 'Open a link', 'query.openLink'), hidden: true }, ...commands],
      '',
    )
    expect(found.map(([group]) => group).slice(0, 3)).toEqual(['Go to', 'View', 'Query'])
    expect(found.flatMap(([, members]) => members)).toHaveLength(commands.length)
  })

  it('shows everything before anything is typed', () => {
    expect(titles(' ')).toHaveLength(commands.length)
  })
})

describe('letters within a word', () => {
  const found = (typed: string): string[] =>
    answers(commands, typed).flatMap(([, members]) => members.map(({ title }) => title))

  it('count only where nothing begins with them', () => {
    expect(found('version')).toContain('Update feed')
    expect(found('version')).not.toContain('rg:base_conversion')
    expect(found('hbour')).toEqual(['Expand neighbours'])
  })

  it('leave a command to be found by its id as it is written', () => {
    expect(found('console.addTelemetry')).toContain('Connect metrics or logs')
    expect(found('settings.updateF')).toEqual(['Update feed'])
  })

  it('are the beginning of a word after an underscore or before a capital', () => {
    const tools = [
      command('Tools', 'getNeighborNodes', 'tools:a'),
      command('Tools', 'query_spl_execute', 'tools:b'),
    ]
    const titlesOf = (typed: string): string[] =>
      answers(tools, typed).flatMap(([, members]) => members.map(({ title }) => title))
    expect(titlesOf('nodes')).toEqual(['getNeighborNodes'])
    expect(titlesOf('spl')).toEqual(['query_spl_execute'])
  })
})
