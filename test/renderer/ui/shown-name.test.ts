import { expect, it } from 'vitest'
import { shownName, shownText } from '../../../renderer/ui/shown-name.ts'

it.each([
  // Unsanitised, it reads exe.jpg.
  ['\u202egpj.exe', '⟨202E⟩gpj.exe'],
  ['a\nb', 'a⟨000A⟩b'],
  ['\x1b[31mred', '⟨001B⟩[31mred'],
  ['in\u200bvisible', 'in⟨200B⟩visible'],
  ['no\ufffeXML\uffff', 'no⟨FFFE⟩XML⟨FFFF⟩'],
  ['\u2066isolated\u2069', '⟨2066⟩isolated⟨2069⟩'],
  [`Z${'\u0301\u0302'.repeat(60)}algo`, `Z${'\u0301\u0302'.repeat(3)}⟨+114⟩algo`],
  ['बुद्धि ភ្នំពេញ བསྒྲུབས་ שָׁלוֹם ❤️ 1️⃣', 'बुद्धि ភ្នំពេញ བསྒྲུབས་ שָׁלוֹם ❤️ 1️⃣'],
  ['résumé 简历 שלום 👩‍🚀.md', 'résumé 简历 שלום 👩‍🚀.md'],
])('the name %j is shown as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown)
})

it.each([
  ['\u202egpj.exe', '⟨202E⟩gpj.exe'],
  ['two\nlines,\ta tab\r\n', 'two\nlines,\ta tab\r\n'],
  ['in\u200bvisible\x1b', 'in⟨200B⟩visible⟨001B⟩'],
])('the text %j is shown as %j', (text, shown) => {
  expect(shownText(text)).toBe(shown)
})
