/** Renamed commands, old id to new: users' key bindings carry over. */
const FORMER_IDS: Readonly<Record<string, string>> = {
  'terminal.new': 'sandboxes.new',
  'terminal.close': 'sandboxes.close',
  'terminal.focus': 'sandboxes.focus',
  'terminal.find': 'sandboxes.find',
  'terminal.interrupt': 'sandboxes.interrupt',
  'terminal.rerun': 'sandboxes.rerun',
  'terminal.previous': 'sandboxes.previous',
  'terminal.next': 'sandboxes.next',
  'terminal.failedBefore': 'sandboxes.failedBefore',
  'terminal.failed': 'sandboxes.failed',
  'terminal.export.text': 'sandboxes.export.text',
  'terminal.export.markdown': 'sandboxes.export.markdown',
  'terminal.export.html': 'sandboxes.export.html',
  'terminal.export.asciicast': 'sandboxes.export.asciicast',
  'writes.new.element': 'authoring.new.element',
  'writes.new.entity': 'authoring.new.entity',
  'writes.new.relation': 'authoring.new.relation',
  'writes.undo': 'authoring.undo',
  'writes.redo': 'authoring.redo',
  'writes.review': 'authoring.review',
}

/** Translates a keymap to current command ids; bindings made under the new id take precedence. */
export function withPresentIds(keymap: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const renamed = Object.entries(keymap).map(([id, keys]) => [FORMER_IDS[id] ?? id, keys] as const)
  const given = Object.entries(keymap).filter(([id]) => FORMER_IDS[id] === undefined)
  return Object.fromEntries([...renamed, ...given])
}
