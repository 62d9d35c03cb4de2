import {
  autocompletion,
  startCompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { StateEffect, StateField, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { diagnosticsIn, isKnownModel } from './lint.ts'

/** Set while the list at the cursor shows quick fixes instead of completions. */
const fixing = StateEffect.define<boolean>()

const fixMode: StateField<boolean> = StateField.define({
  create: () => false,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(fixing)) return effect.value
    return transaction.docChanged ? false : value
  },
})

/** The fixes for the diagnostics at the cursor or on its line, as a completion list. */
function fixesAt(context: CompletionContext): CompletionResult | null {
  // Of another server's model nothing is marked either.
  if (!context.state.field(fixMode) || !isKnownModel(context.state)) return null
  const line = context.state.doc.lineAt(context.pos)
  const near = diagnosticsIn(context.state.doc, line.from, line.to)
    .filter(({ from, to }) => from <= line.to && to >= line.from)
    .toSorted((a, b) => Math.abs(a.from - context.pos) - Math.abs(b.from - context.pos))
  const options = near.flatMap(({ message, actions = [], from, to }) =>
    actions.map((action) => ({
      label: action.name,
      detail: message,
      type: 'keyword',
      apply: (view: EditorView) => action.apply(view, from, to),
    })),
  )
  return options.length === 0 ? null : { from: context.pos, options, filter: false }
}

/** Opens the quick fix list at the cursor. */
export function showQuickFixes(view: EditorView): void {
  view.focus()
  view.dispatch({ effects: fixing.of(true) })
  startCompletion(view)
}

/** Completion and quick fixes share one list. */
export function completionWith(
  source: (context: CompletionContext) => Promise<CompletionResult | null>,
): Extension {
  return [
    fixMode,
    autocompletion({
      override: [(context) => (context.state.field(fixMode) ? fixesAt(context) : source(context))],
      activateOnTypingDelay: 40,
      maxRenderedOptions: 80,
      icons: true,
      closeOnBlur: true,
    }),
  ]
}
