import type { CatalogueEntry } from './entry.ts'
import { MADE_BY_RULES, questionEntries } from './questions.ts'

/** Maximum tool uses per episode, and the rewards for a call (docs/gem.md#tools). */
export const TOOL = { maxUses: 5, use: 0.05, success: 0.25 } as const

const MADE_UP =
  'People, places and buildings are made up anew for every question, so that no model knows them by heart.'
const MATCHED = 'Letter case, punctuation and the words a, an, the do not matter; nothing else is forgiven.'

const taggedAnswer: CatalogueEntry['action'] = {
  pattern: String.raw`<answer>([\s\S]*?)</answer>`,
  flags: '',
  words: 'The last <answer>…</answer> in the reply holds the answer and nothing else.',
  examples: ['<answer>1874</answer>'],
}

function qaEntry(name: string, title: string, summary: string, hops: number): CatalogueEntry {
  return {
    id: `qa:${name}`,
    family: 'qa',
    title,
    summary,
    kind: 'single-turn',
    parameters: { hops, passages: 5 },
    drawn: false,
    maxTurns: 1,
    action: taggedAnswer,
    ends: ['The first step ends the episode: terminated and truncated'],
    bestReturn: 1,
    winnable: 'always',
    notes: ['A reply without the tag is not punished; it earns nothing.', MATCHED, MADE_UP, MADE_BY_RULES],
    seedMatters: true,
    source: 'built-in',
  }
}

/** Adds a tool to an environment: calls that earn a reward before the answer. */
function withTool(
  entry: CatalogueEntry,
  name: string,
  facts: Pick<CatalogueEntry, 'title' | 'summary' | 'action' | 'notes'>,
): CatalogueEntry {
  return {
    ...entry,
    ...facts,
    id: `${entry.id}-${name}`,
    kind: 'multi-turn',
    parameters: { ...entry.parameters, tool: name },
    maxTurns: TOOL.maxUses + 1,
    ends: ['A step without a call is the answer and ends the episode: terminated and truncated'],
    bestReturn: 1 + TOOL.maxUses * (TOOL.use + TOOL.success),
  }
}

const oneHop = qaEntry('one-hop', 'One hop', 'A question that one of five passages answers.', 1)
const twoHops = qaEntry('two-hops', 'Two hops', 'A question that two of five passages answer together.', 2)

const searching: Pick<CatalogueEntry, 'action' | 'notes'> = {
  action: {
    pattern: String.raw`<(?:search|answer)>([\s\S]*?)</(?:search|answer)>`,
    flags: '',
    words: 'A query in <search>…</search>, or the answer in <answer>…</answer>.',
    examples: ['<search>who built the lighthouse</search>', '<answer>1874</answer>'],
  },
  notes: [
    `Each of at most ${TOOL.maxUses} searches earns ${TOOL.use + TOOL.success}; a further one is taken for the answer.`,
    'A search finds three of the passages at most.',
    MATCHED,
    MADE_UP,
    MADE_BY_RULES,
  ],
}

/** The `qa:` family: questions about a fictional world, with its passages or with a search over them. */
export const knowledgeCatalogue: readonly CatalogueEntry[] = [
  oneHop,
  twoHops,
  withTool(oneHop, 'search', {
    title: 'One hop with search',
    summary: 'A question about a small world that is searched before it is answered.',
    ...searching,
  }),
  withTool(twoHops, 'search', {
    title: 'Two hops with search',
    summary: 'A question whose answer takes two searches in a small world.',
    ...searching,
  }),
]

const DEPTHS = [0, 1, 2, 3, 5]

/** The `logic:` family: does a statement follow from facts and rules? */
export const logicCatalogue = questionEntries(
  'logic',
  DEPTHS.map((depth) => ({
    id: `logic:rules-d${depth}`,
    title: `Rules, ${depth} deep`,
    summary:
      depth === 0
        ? 'Is a statement among the facts?'
        : `Does a statement follow from facts and rules in ${depth} ${depth === 1 ? 'step' : 'steps'}?`,
    parameters: { depth },
    answer: 'True or False',
    example: 'True',
    notes: ['What does not follow from the facts and rules is false.'],
  })),
)

const PYTHON_WORDS = 'Python runs in a sandbox without a network.'

/** The `code:` family: programs that are run against tests. */
export const codeCatalogue: readonly CatalogueEntry[] = (
  [
    [
      'numbers',
      'Programs on numbers',
      'A program that reads whole numbers and prints what is asked of them.',
    ],
    ['texts', 'Programs on texts', 'A program that reads lines of text and prints what is asked of them.'],
  ] as const
).map(([name, title, summary]) => ({
  id: `code:${name}`,
  family: 'code',
  title,
  summary,
  kind: 'single-turn',
  parameters: { tests: 12 },
  drawn: false,
  maxTurns: 1,
  action: {
    pattern: '```\\w*\\n([\\s\\S]*?)```',
    flags: '',
    words: 'The last fenced block of code in the reply is the program, in Python.',
    examples: ['```python\nprint(sum(map(int, input().split())))\n```'],
  },
  ends: ['The first step ends the episode: terminated and truncated'],
  bestReturn: 1,
  winnable: 'always',
  notes: [
    'A reply without a block of code earns -0.1.',
    'All tests have to pass, but for white space at both ends of the output.',
    PYTHON_WORDS,
    MADE_BY_RULES,
  ],
  seedMatters: true,
  source: 'built-in',
}))

/** Mathematics with a Python interpreter. */
export function mathWithPython(mixed: CatalogueEntry): CatalogueEntry {
  return withTool(mixed, 'python', {
    title: `${mixed.title} with Python`,
    summary: 'A question of any topic, with a Python interpreter to work it out.',
    action: {
      pattern: String.raw`<python>([\s\S]*?)</python>|${'```'}\n?python([\s\S]*?)${'```'}|\\boxed\{([\s\S]*)\}`,
      flags: '',
      words: 'Python in <python>…</python> or a block of code, or the answer in the last box.',
      examples: ['<python>print(6 * 7)</python>', '\\boxed{42}'],
    },
    notes: [
      `Each of at most ${TOOL.maxUses} runs earns ${TOOL.use}, and ${TOOL.success} more where it does not fail.`,
      'What is to be seen has to be printed. A run takes five seconds at most.',
      PYTHON_WORDS,
      ...mixed.notes,
    ],
  })
}
