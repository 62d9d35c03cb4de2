import { describe, expect, it } from 'vitest'
import { showTime } from '../../../renderer/i18n/moment.ts'
import { type Text, text } from '../../../renderer/i18n/text.ts'
import { startWidths, wholeWidth } from '../../../renderer/query/results/table/table-state.ts'
import { queryResultMessages } from '../../../renderer/query/results/messages.en.ts'
import { columnName, columnWords, isMachineColumn, storedWords } from '../../../renderer/spl/column-names.ts'

const t: Text = (key) => (queryResultMessages as Record<string, string>)[key] ?? key

describe('a column is called', () => {
  it.each([
    ['__entity_id__', 'Entity'],
    ['__src_entity_id__', 'From'],
    ['__dest_entity_type__', 'To: set'],
    ['__last_observed_time__', 'Observed until'],
    // Of other servers.
    ['__id__', 'Id'],
    ['__trace_state__', 'Trace state'],
    ['__constructor__', 'Constructor'],
    // By its own name.
    ['owner', 'owner'],
    ['__half', '__half'],
    ['____', '____'],
    ['constructor', 'constructor'],
  ])('%s: %s', (column, name) => {
    expect(columnName(column, t)).toBe(name)
    expect(isMachineColumn(column)).toBe(name !== column)
  })

  it('an end, in a result of relations only', () => {
    expect(columnName('src', t, ['src', '__relation_type__', 'dest'])).toBe('From')
    expect(columnName('src', t, ['src', 'owner'])).toBe('src')
    // As an investigation stores it.
    expect(columnName('src', t, ['src', 'relation', 'dest', '__last_observed_time__'])).toBe('From')
    expect(columnName('src', t, ['src', 'relation', 'dest'])).toBe('src')
  })

  it('something that its width fits', () => {
    const rows = [{ __keep_alive_seconds__: 1 }]
    const width = (name: string): number => wholeWidth('__keep_alive_seconds__', name, rows, false)
    expect(width('Expires after (s)')).toBeLessThan(width('__keep_alive_seconds__'))
  })
})

describe('a value says', () => {
  it.each([
    ['a moment', '__last_observed_time__', 1_700_000_000, showTime(1_700_000_000_000)],
    ['a method', '__method__', 'Update', text('query.method.Update')],
    ['no method', '__method__', 'update', undefined],
    ['no moment', '__last_observed_time__', 3600, undefined],
    ['no number', '__first_observed_time__', '1700000000', undefined],
    ['beyond all dates', '__first_observed_time__', 1e300, undefined],
    ['of another column', 'started', 1_700_000_000, undefined],
    ['a kind of the model', 'kind', 'entity_set', 'entity set'],
    ['no kind of it', 'kind', 'odd_set', undefined],
    ['a kind in another column', 'name', 'entity_set', undefined],
  ])('%s', (_, column, value, words) => {
    expect(columnWords(column, value)).toBe(words)
  })
})

it('a stored value says the same, though it is a text', () => {
  expect(storedWords('__last_observed_time__', '1700000000')).toBe(showTime(1_700_000_000_000))
  expect(storedWords('kind', 'entity_set')).toBe('entity set')
  expect(storedWords('started', '1700000000')).toBeUndefined()
})

describe('columns begin', () => {
  const none = undefined
  it.each([
    ['as wide as their cells', [100, 200], [none, none], 1000, [100, 200]],
    ['no wider than a limit without room', [100, 2000], [none, none], 400, [100, 340]],
    ['wider where there is room', [100, 2000], [none, none], 1000, [100, 900]],
    ['equally wider', [2000, 2000, 100], [none, none, none], 1100, [500, 500, 100]],
    ['no wider than they need', [2000, 400, 100], [none, none, none], 1500, [1000, 400, 100]],
    ['as wide as they were made', [2000, 2000], [300, none], 1000, [300, 700]],
    ['at their limits before the room is known', [2000], [none], 0, [340]],
  ])('%s', (_, whole, own, room, widths) => {
    expect(startWidths(whole, own, room)).toEqual(widths)
  })
})
