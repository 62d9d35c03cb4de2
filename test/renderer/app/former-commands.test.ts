import { expect, it } from 'vitest'
import { withPresentIds } from '../../../renderer/app/former-commands.ts'
import { sandboxesCommands } from '../../../renderer/sandboxes/commands.ts'

it.each([
  [{ 'terminal.find': 'Mod+J' }, { 'sandboxes.find': 'Mod+J' }],
  [{ 'terminal.export.html': '' }, { 'sandboxes.export.html': '' }],
  [{ 'terminal.find': 'Mod+J', 'sandboxes.find': 'Mod+K' }, { 'sandboxes.find': 'Mod+K' }],
  [{ 'query.run': 'F5' }, { 'query.run': 'F5' }],
  [{}, {}],
])('keys %j are those of %j', (kept, present) => expect(withPresentIds(kept)).toEqual(present))

it('every former id leads to a command that exists', () => {
  const ids = sandboxesCommands.map(({ id }) => id)
  const former = ids.map((id) => id.replace('sandboxes.', 'terminal.'))
  const led = Object.keys(withPresentIds(Object.fromEntries(former.map((id) => [id, 'F9']))))
  const renamed = led.filter((id) => id.startsWith('sandboxes.'))
  expect(renamed).toHaveLength(14)
  for (const id of renamed) expect(ids).toContain(id)
})
