import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import {
  hoverTooltip,
  keymap,
  showTooltip,
  tooltips,
  ViewPlugin,
  type EditorView,
  type Tooltip,
} from '@codemirror/view'
import { CALLABLES } from '#shared/spl/service/callables.ts'
import { OPERATOR_FACTS, SOURCE_FACTS, STAGE_FACTS } from '#shared/spl/service/facts.ts'
import { hoverAt, type Hover } from '#shared/spl/service/hover.ts'
import { parameterForm, signatureAt, type Signature } from '#shared/spl/service/signature.ts'
import { locale } from '../i18n/text.ts'
import { readingOf, situationIn } from './language.ts'
import { statementBefore, statementsNear } from './visible-statements.ts'
import { modelFacts } from './vocabulary.ts'

/** Returns hover documentation for the word at an offset within the statement that begins at `start`. */
export function hoverIn(
  state: EditorState,
  at: number,
): { readonly start: number; readonly hover: Hover } | undefined {
  const statement = statementsNear(state.doc, at, at)[0]
  const hover =
    statement &&
    hoverAt({
      text: statement.text,
      reading: readingOf(state, statement),
      position: at - statement.from,
      model: modelFacts(),
      language: locale(),
    })
  return hover && { start: statement.from, hover }
}

const LANGUAGE: ReadonlySet<string> = new Set(
  [
    ...Object.values(SOURCE_FACTS),
    ...Object.values(STAGE_FACTS),
    ...OPERATOR_FACTS,
    ...Object.values(CALLABLES).flat(),
  ].map(({ name }) => name),
)

/** The word of the language at the cursor, which the help explains. */
export function languageWordIn(state: EditorState): string | undefined {
  const title = hoverIn(state, state.selection.main.head)?.hover.title
  return title !== undefined && LANGUAGE.has(title) ? title : undefined
}

function hoverBox({ title, form, documentation: text }: Hover): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-documentation'
  for (const [tag, content] of Object.entries({ strong: title, code: form, p: text })) {
    if (content === '') continue
    const part = document.createElement(tag)
    part.textContent = content
    dom.append(part)
  }
  return dom
}

const hoverHelp = hoverTooltip((view: EditorView, at: number): Tooltip | null => {
  const found = hoverIn(view.state, at)
  if (!found) return null
  const { start, hover } = found
  return {
    pos: start + hover.from,
    end: start + hover.to,
    above: true,
    create: () => ({ dom: hoverBox(hover) }),
  }
})

/** The call around the cursor and the index of the current parameter. */
export function signatureIn(state: EditorState, at: number): Signature | undefined {
  return signatureAt(situationIn(state, statementBefore(state, at), at))
}

function signatureBox({ callable, active }: Signature): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-documentation cm-signature'
  const line = document.createElement('code')
  line.append(`${callable.name}(`)
  callable.parameters.forEach((parameter, index) => {
    if (index > 0) line.append(', ')
    const part = document.createElement(index === active ? 'b' : 'span')
    part.textContent = parameterForm(parameter)
    line.append(part)
  })
  line.append(')')
  const note = document.createElement('p')
  note.textContent = callable.parameters[active]?.documentation[locale()] ?? ''
  dom.append(line, note)
  return dom
}

/** Debounce in milliseconds before the call around the cursor is looked up, off the key handler. */
const DELAY_MS = 50

const show = StateEffect.define<Tooltip | null>()

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, changes }) {
    for (const effect of effects) if (effect.is(show)) return effect.value
    return value && docChanged ? { ...value, pos: changes.mapPos(value.pos) } : value
  },
  provide: (self) => showTooltip.from(self),
})

/** How many characters before the cursor are searched for the call's parenthesis. */
const MAX_LOOKBACK_CHARACTERS = 2000

/** Cheap check whether the text before the cursor has an open parenthesis in its stage. */
function mayBeCall(state: EditorState, at: number): boolean {
  return /\w\([^|]*$/.test(state.sliceDoc(Math.max(0, at - MAX_LOOKBACK_CHARACTERS), at))
}

/** Shows the call around the cursor; `close` hides it until the cursor is in another call. */
const follow = ViewPlugin.define((view) => {
  let closed: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (): void => {
    timer = undefined
    const { main } = view.state.selection
    const found =
      main.empty && mayBeCall(view.state, main.head) ? signatureIn(view.state, main.head) : undefined
    if (found?.callable.name !== closed) closed = undefined
    if (!found && !view.state.field(shown)) return
    const tooltip =
      found && closed === undefined
        ? { pos: main.head, above: true, create: () => ({ dom: signatureBox(found) }) }
        : null
    view.dispatch({ effects: show.of(tooltip) })
  }
  return {
    update({ docChanged, selectionSet }) {
      if (!docChanged && !selectionSet) return
      clearTimeout(timer)
      timer = setTimeout(update, DELAY_MS)
    },
    close() {
      const { main } = view.state.selection
      closed = signatureIn(view.state, main.head)?.callable.name
      view.dispatch({ effects: show.of(null) })
    },
    destroy: () => clearTimeout(timer),
  }
})

const closing = keymap.of([
  {
    key: 'Escape',
    run(view) {
      if (!view.state.field(shown)) return false
      view.plugin(follow)?.close()
      return true
    },
  },
])

/** Keeps help within the editor's top edge, off the tabs and controls above; it moves below the line instead. */
const space = tooltips({
  tooltipSpace: ({ scrollDOM }) => ({
    left: 0,
    top: scrollDOM.getBoundingClientRect().top,
    right: window.innerWidth,
    bottom: window.innerHeight,
  }),
})

/** Hover documentation, and signature help while typing arguments. */
export const documentation: Extension = [hoverHelp, shown, follow, closing, space]
