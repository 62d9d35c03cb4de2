import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { ArrowDownToLine, ArrowUpToLine, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { fromBase64 } from '../../app/base64.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { editorTheme } from '../../editor/theme.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { ToolbarSpace } from '../../ui/toolbar.tsx'
import { showSize } from '../sandboxes/show-size.ts'
import { usePolling } from '../parts/use-polling.ts'
import { LogWindow } from './log-window.ts'
import { nameOf } from './tree-store.ts'
import styles from './files.module.css'

/** Poll interval in milliseconds for appended text. */
const FOLLOW_EVERY_MS = 1000
/** Maximum characters shown of a growing file; older ones are dropped. */
const MAX_CHARACTERS = 16 * 1024 * 1024

interface LogViewProps {
  readonly place: { readonly platform: string; readonly sandboxId: string }
  readonly path: string
  readonly size: number
}

/**
 * A text too large for the editor: shows its end first, loads earlier parts on demand, and follows appended
 * text.
 */
export function LogView({ place: { platform, sandboxId }, path, size }: LogViewProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const [follows, setFollows] = useState(false)
  const [range, setRange] = useState({ start: size, end: size })
  const [problem, setProblem] = useState<Failure>()
  const log = useMemo(
    () =>
      new LogWindow(async (offset, length) => {
        const request = { platform, sandboxId, path, offset, length }
        const part = await workbench.call('sandboxes.readFile', request)
        return { bytes: fromBase64(part.base64), size: part.size }
      }),
    [path, platform, sandboxId],
  )
  const label = t('sandboxes.files.log', { name: nameOf(path) })
  const end = (view: EditorView | undefined): void => {
    const head = view?.state.doc.length ?? 0
    view?.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'end' }) })
  }
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setProblem(undefined)
    await act().catch((error: unknown) => setProblem(toFailure(error)))
    setRange({ start: log.start, end: log.end })
  }
  useEffect(() => {
    const { current } = host
    if (!current) return undefined
    const extensions = [
      // No line numbers: the view starts in the middle of the file.
      EditorState.readOnly.of(true),
      highlightSelectionMatches(),
      search({ top: true }),
      keymap.of(searchKeymap),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      editorTheme,
    ]
    const view = new EditorView({ parent: current, extensions })
    editor.current = view
    void attempt(async () => {
      view.dispatch({ changes: { from: 0, insert: await log.open(size) } })
      end(view)
    })
    return () => {
      editor.current = undefined
      view.destroy()
    }
    // The shown file; a language change keeps it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [log])
  usePolling(follows ? `${platform}/${sandboxId}${path}` : undefined, FOLLOW_EVERY_MS, async () => {
    const view = editor.current
    if (!view) return
    await attempt(async () => {
      const more = await log.news()
      const { length } = view.state.doc
      if (more === undefined) {
        // The file was replaced, as by log rotation.
        view.dispatch({ changes: { from: 0, to: length, insert: await log.open(0) } })
      } else if (more !== '') {
        const old = Math.max(0, length + more.length - MAX_CHARACTERS)
        view.dispatch({
          changes: [
            { from: 0, to: Math.min(old, length) },
            { from: length, insert: more },
          ],
        })
        end(view)
      }
    })
  })
  const earlier = (): Promise<void> =>
    attempt(async () => {
      const insert = await log.earlier()
      const view = editor.current
      view?.dispatch({ changes: { from: 0, insert } })
      view?.dispatch({ effects: EditorView.scrollIntoView(insert.length, { y: 'start' }) })
    })
  return (
    <Stack grow>
      <Stack row gap={2} line="bottom" className={styles['bar']}>
        <Text small tone="quiet">
          {range.end > 0 && range.end === range.start
            ? t('ui.loading')
            : t('sandboxes.files.log.part', {
                shown: showSize(range.end - range.start),
                total: showSize(range.end),
              })}
        </Text>
        {problem ? (
          <Text tone="bad" role="alert">
            <FailureText failure={problem} />
          </Text>
        ) : null}
        <ToolbarSpace />
        <label>
          <input type="checkbox" checked={follows} onChange={(event) => setFollows(event.target.checked)} />{' '}
          {t('sandboxes.files.log.follow')}
        </label>
        <IconButton
          label={t('sandboxes.files.log.earlier')}
          icon={ArrowUpToLine}
          reason={range.start === 0 ? t('sandboxes.files.log.first') : undefined}
          onClick={() => void earlier()}
        />
        <IconButton
          label={t('sandboxes.files.log.end')}
          icon={ArrowDownToLine}
          onClick={() => end(editor.current)}
        />
        <IconButton
          label={t('sandboxes.find')}
          icon={Search}
          onClick={() => editor.current && openSearchPanel(editor.current)}
        />
      </Stack>
      <div ref={host} className={styles['text']} />
    </Stack>
  )
}
