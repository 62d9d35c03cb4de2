import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { showTooltip, ViewPlugin, type Tooltip } from '@codemirror/view'
import type { Call } from '#shared/spl/editor/context.ts'
import { GRAPH_FUNCTIONS, METHODS, type Callable } from '#shared/spl/editor/facts.ts'
import { AGGREGATES, EXPRESSION_FUNCTIONS } from '#shared/spl/editor/functions.ts'
import { statementBefore } from './complete.ts'
import { situationIn } from './language.ts'

/** The call that the cursor is in, and which of its parameters. */
export interface Signature {
  readonly callable: Callable
  readonly active: number
}

/** How far before the cursor the parenthesis of its call is looked for. Characters. */
const LOOK_BACK = 2000

const ALL: Readonly<Record<Call['kind'], readonly Callable[]>> = {
  method: METHODS,
  graph: GRAPH_FUNCTIONS,
  aggregate: AGGREGATES,
  expression: EXPRESSION_FUNCTIONS,
}

export function signatureAt(state: EditorState, at: number): Signature | undefined {
  const statement = statementBefore(state, at)
  const { call } = situationIn(state, statement, at)
  const callable = call && ALL[call.kind].find(({ name }) => name === call.name)
  if (!call || !callable || callable.parameters.length === 0) return undefined
  const named = callable.parameters.findIndex(({ name }) => name === call.key)
  return { callable, active: named >= 0 ? named : Math.min(call.index, callable.parameters.length - 1) }
}

function box({ callable, active }: Signature): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-documentation cm-signature'
  const line = document.createElement('code')
  line.append(`${callable.name}(`)
  callable.parameters.forEach(({ name, type, required }, index) => {
    if (index > 0) line.append(', ')
    const part = document.createElement(index === active ? 'b' : 'span')
    part.textContent = `${name}${required ? '' : '?'}: ${type}`
    line.append(part)
  })
  line.append(')')
  const note = document.createElement('p')
  note.textContent = callable.parameters[active]?.documentation ?? ''
  dom.append(line, note)
  return dom
}

/** Milliseconds after the last key or move before the call around the cursor is looked for, off the way of the key. */
const AFTER = 50

const show = StateEffect.define<Tooltip | null>()

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, changes }) {
    for (const effect of effects) if (effect.is(show)) return effect.value
    return value && docChanged ? { ...value, pos: changes.mapPos(value.pos) } : value
  },
  provide: (self) => showTooltip.from(self),
})

/** Whether the text before the cursor holds an open parenthesis of its stage at all. */
function mayBeCall(state: EditorState, at: number): boolean {
  return /\w\([^|]*$/.test(state.sliceDoc(Math.max(0, at - LOOK_BACK), at))
}

const follow = ViewPlugin.define((view) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    timer = undefined
    const { main } = view.state.selection
    const found =
      main.empty && mayBeCall(view.state, main.head) ? signatureAt(view.state, main.head) : undefined
    if (!found && !view.state.field(shown)) return
    const tooltip = found ? { pos: main.head, above: true, create: () => ({ dom: box(found) }) } : null
    view.dispatch({ effects: show.of(tooltip) })
  }
  return {
    update({ docChanged, selectionSet }) {
      if (!docChanged && !selectionSet) return
      clearTimeout(timer)
      timer = setTimeout(look, AFTER)
    },
    destroy: () => clearTimeout(timer),
  }
})

/** Shows a call's parameters while one writes its arguments. */
export const signatureHelp: Extension = [shown, follow]
