import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Completion } from '#shared/workbench/areas/terminals.ts'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Notice } from '../../ui/notice.tsx'
import { ChoiceList } from './choice-list.tsx'
import { type LineState, replaced, sharedStart } from './line-state.ts'
import styles from './line-editor.module.css'

export interface CompletionControl {
  readonly completion: Completion | undefined
  readonly chosen: number
  isOpen(): boolean
  /** Queries the session; a single match or a longer common prefix is inserted immediately. */
  open(): Promise<void>
  move(step: 1 | -1): void
  accept(index?: number): void
  close(): void
}

/** Completion of the word before the cursor. */
export function useCompletion(
  id: string,
  read: () => LineState,
  write: (state: LineState) => void,
): CompletionControl {
  const [completion, setCompletion] = useState<Completion>()
  const [chosen, setChosen] = useState(0)
  const current = useRef<{ completion: Completion | undefined; chosen: number }>({
    completion: undefined,
    chosen: 0,
  })
  useEffect(() => {
    current.current = { completion, chosen }
  }, [chosen, completion])
  const asking = useRef<AbortController>(undefined)

  const close = useCallback((): void => {
    asking.current?.abort()
    setCompletion(undefined)
  }, [])

  const insert = useCallback(
    ({ from, to }: Completion, text: string): void => write(replaced(read(), from, to, text)),
    [read, write],
  )

  const open = useCallback(async (): Promise<void> => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { text, cursor } = read()
    const { signal } = controller
    const found = await workbench
      .call('terminals.complete', { id, text, cursor }, { signal })
      .catch(() => undefined)
    const now = read()
    if (!found || signal.aborted || now.text !== text || now.cursor !== cursor) return
    const shared = sharedStart(found.choices)
    const [only] = found.choices
    if (found.choices.length === 1 && only !== undefined) return insert(found, only)
    if (shared.length > found.to - found.from) return insert(found, shared)
    setChosen(0)
    setCompletion(found)
  }, [id, insert, read])

  return useMemo(
    () => ({
      completion,
      chosen,
      isOpen: () => current.current.completion !== undefined,
      open,
      close,
      move: (step) => {
        const count = current.current.completion?.choices.length ?? 0
        setChosen((at) => (count === 0 ? 0 : (at + step + count) % count))
      },
      accept: (index) => {
        const { completion: shown, chosen: at } = current.current
        const choice = shown?.choices[index ?? at]
        if (shown && choice !== undefined) insert(shown, choice)
        close()
      },
    }),
    [chosen, close, completion, insert, open],
  )
}

/** The list of completions. */
export function CompletionList({ completion: control }: { readonly completion: CompletionControl }) {
  const t = useText()
  const { completion, chosen } = control
  if (!completion) return null
  if (completion.choices.length === 0) {
    return <Notice role="status">{t('sandboxes.completions.none')}</Notice>
  }
  return (
    <div className={styles['completions']}>
      <ChoiceList
        label={t('sandboxes.completions')}
        choices={completion.choices}
        chosen={chosen}
        onChoose={control.accept}
      />
      {completion.more > 0 ? <p>{t('sandboxes.completions.more', { count: completion.more })}</p> : null}
    </div>
  )
}
