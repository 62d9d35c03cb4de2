import type { Callable, Parameter } from './facts.ts'

const argument = (name: string, type: string, documentation: string, required = true): Parameter => ({
  name,
  type,
  documentation,
  required,
})
const field = argument('field', 'any', 'Field of the rows.', false)
const value = argument('value', 'any', 'Field, literal or expression.')
const number = argument('value', 'number', 'Field, literal or expression that is a number.')
const text = argument('text', 'text', 'Field, literal or expression; numbers count as texts.')

const over = (name: string, documentation: string): Callable => ({ name, documentation, parameters: [field] })

/** Functions of stats. */
export const AGGREGATES: readonly Callable[] = [
  over('count', 'Number of rows, or of rows where the field holds something.'),
  over('sum', 'Sum of the numbers.'),
  over('avg', 'Mean of the numbers.'),
  over('min', 'Least value.'),
  over('max', 'Greatest value.'),
  over('dc', 'Number of distinct values.'),
  over('values', 'The distinct values, as a list.'),
  over('first', 'Value of the first row.'),
  over('last', 'Value of the last row.'),
  over('median', 'Middle of the numbers.'),
  over('p90', 'Number that nine of ten do not exceed.'),
  over('p95', 'Number that 95 of 100 do not exceed.'),
  over('p99', 'Number that 99 of 100 do not exceed.'),
]

/** Functions of the expressions in extend. */
export const EXPRESSION_FUNCTIONS: readonly Callable[] = [
  { name: 'upper', documentation: 'Upper case.', parameters: [text] },
  { name: 'lower', documentation: 'Lower case.', parameters: [text] },
  { name: 'trim', documentation: 'Without blanks at both ends.', parameters: [text] },
  { name: 'length', documentation: 'Number of characters, or of items of a list.', parameters: [value] },
  { name: 'abs', documentation: 'Without its sign.', parameters: [number] },
  { name: 'floor', documentation: 'Next whole number below.', parameters: [number] },
  { name: 'ceil', documentation: 'Next whole number above.', parameters: [number] },
  {
    name: 'round',
    documentation: 'Rounded.',
    parameters: [number, argument('digits', 'integer', 'Digits behind the point; 0 unless given.', false)],
  },
  { name: 'tostring', documentation: 'As text.', parameters: [value] },
  { name: 'tonumber', documentation: 'As number; nothing where it is none.', parameters: [value] },
  { name: 'concat', documentation: 'Texts one behind the other.', parameters: [text] },
  { name: 'coalesce', documentation: 'The first value that is not null.', parameters: [value] },
  {
    name: 'if',
    documentation: 'One value or another.',
    parameters: [
      argument('condition', 'boolean', 'What decides.'),
      argument('then', 'any', 'Value where it holds.'),
      argument('else', 'any', 'Value where it does not; null unless given.', false),
    ],
  },
  {
    name: 'substr',
    documentation: 'Part of a text.',
    parameters: [
      text,
      argument('from', 'integer', 'First character, from 0.'),
      argument('length', 'integer', 'Number of characters; the rest unless given.', false),
    ],
  },
  {
    name: 'replace',
    documentation: 'Every occurrence replaced.',
    parameters: [
      text,
      argument('from', 'text', 'What is replaced.'),
      argument('to', 'text', 'What stands there then.'),
    ],
  },
  {
    name: 'contains',
    documentation: 'Whether a text holds another, in any case.',
    parameters: [text, argument('part', 'text', 'What is looked for.')],
  },
  {
    name: 'json_get',
    documentation: 'Member of an object, or of a text that holds JSON.',
    parameters: [value, argument('path', 'text', 'Members joined by dots, such as a.b.0.')],
  },
]
