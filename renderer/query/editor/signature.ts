import { StateField, type EditorState, type Extension } from '@codemirror/state'
import { showTooltip, type Tooltip } from '@codemirror/view'
import { situationAt, type Call } from '#shared/spl/editor/context.ts'
import { GRAPH_FUNCTIONS, METHODS, type Callable } from '#shared/spl/editor/facts.ts'
import { AGGREGATES, EXPRESSION_FUNCTIONS } from '#shared/spl/editor/functions.ts'
import { statementBefore } from './complete.ts'

/** The call that the cursor is in, and which of its parameters. */
export interface Signature {
  readonly callable: Callable
  readonly active: number
}

/** A longer text around the cursor is not looked at for a signature at every key. Characters. */
const LONGEST = 20_000

const ALL: Readonly<Record<Call['kind'], readonly Callable[]>> = {
  method: METHODS,
  graph: GRAPH_FUNCTIONS,
  aggregate: AGGREGATES,
  expression: EXPRESSION_FUNCTIONS,
}

export function signatureAt(state: EditorState, at: number): Signature | undefined {
  const statement = statementBefore(state, at)
  if (statement.text.length > LONGEST) return undefined
  const { call } = situationAt(statement.text, at - statement.from)
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

function tooltipFor(state: EditorState): Tooltip | null {
  const { main } = state.selection
  if (!main.empty) return null
  const before = state.sliceDoc(Math.max(0, main.head - LONGEST), main.head)
  if (!/\w\([^|]*$/.test(before.slice(-2000))) return null
  const found = signatureAt(state, main.head)
  return found ? { pos: main.head, above: true, create: () => ({ dom: box(found) }) } : null
}

const field = StateField.define<Tooltip | null>({
  create: tooltipFor,
  update: (value, transaction) =>
    transaction.docChanged || transaction.selection ? tooltipFor(transaction.state) : value,
  provide: (self) => showTooltip.from(self),
})

/** Shows a call's parameters while one writes its arguments. */
export const signatureHelp: Extension = field
