/** A bare CodeMirror in a page: the lower bound of the cost of a key in the query editor. */
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

const source = `
import { defaultKeymap, history } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'

globalThis.mountBareEditor = (text, height) => {
  document.body.replaceChildren()
  const state = EditorState.create({
    doc: text,
    selection: { anchor: Math.floor(text.length / 2) },
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      keymap.of(defaultKeymap),
      EditorView.theme({ '&': { height: height + 'px' } }),
    ],
  })
  const view = new EditorView({ parent: document.body, state })
  view.dispatch({ effects: EditorView.scrollIntoView(state.selection.main.head, { y: 'center' }) })
}
`

/** Replaces the page with a bare editor of the same height and text, with the cursor in the middle. */
export async function mountBareEditor(page, text) {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url))
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  })
  const height = await page.locator('.cm-editor').evaluate((editor) => editor.clientHeight)
  await page.evaluate(outputFiles[0].text)
  await page.evaluate(([content, pixels]) => globalThis.mountBareEditor(content, pixels), [text, height])
}
