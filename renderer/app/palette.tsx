import { Command as Cmdk } from 'cmdk'
import { Keyboard, type LucideIcon, SquareChevronRight } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { createElement, useEffect, useMemo, useRef, useState } from 'react'
import { type SearchResult, allBenches, benchById } from './bench.ts'
import { useCommandList, type Command } from './commands.ts'
import { showList, useText } from '../i18n/text.ts'
import { openWith } from './intents.ts'
import { showKeys, usableKeys } from './keys.ts'
import { answers, MAX_OF_GROUP, initialCommands } from './palette-rank.ts'
import { openHelp } from './help-store.ts'
import { elsewhere, searched } from './palette-elsewhere.ts'
import { usePalette } from './palette-store.ts'
import styles from './palette.module.css'
import { useRoute } from './route.ts'
import { runCommand } from './run-command.ts'
import { useFocusBack } from '../ui/landmark.ts'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { useWorkbench } from './workbench.ts'

type Answer =
  | Command
  | (FoundResult & { readonly stays?: true } & Partial<Pick<Command, 'bench' | 'disabled' | 'hidden'>>)

/** What a bench found, with that bench's icon. */
type FoundResult = SearchResult & { readonly icon?: LucideIcon }

const iconOf = (answer: Answer): LucideIcon =>
  ('icon' in answer ? answer.icon : undefined) ??
  (answer.bench === undefined ? undefined : benchById(answer.bench)?.icon) ??
  SquareChevronRight

/** Before the name; decorative, since the group says it. */
const AnswerIcon = ({ answer }: { readonly answer: Answer }) =>
  createElement(iconOf(answer), {
    size: 14,
    color: 'var(--text-quiet)',
    style: { flex: 'none' },
    'aria-hidden': true,
  })

/** Maximum number of headings; typing more narrows the list. */
const MAX_GROUPS = 15

function close(): void {
  usePalette.setState({ open: false })
}

/** Whether the settings can bind keys to it. */
const isBindable = (answer: Answer): answer is Command => !('run' in answer) && !answer.transient

/** Opens the settings at the command's key binding. */
const changeKeys = ({ id, title }: Command) => openWith('settings.show', { search: title, command: id })

function Keys({ command }: { readonly command: Command }) {
  const keys = usableKeys(command)
  return keys ? <kbd>{showKeys(keys)}</kbd> : null
}

/** The command palette: every command, and the contents of the benches, by name. */
export function Palette() {
  const t = useText()
  const open = usePalette((state) => state.open)
  const giveBack = useFocusBack(open)
  const all = useCommandList()
  // The palette does not list itself.
  const commands = useMemo(() => all.filter(({ id }) => !id.startsWith('app.palette')), [all])
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState({ to: '', typed: '' })
  const front = useRoute((state) => state.bench)
  const found = useFound(open ? typed : '')
  const connections = useWorkbench((state) => state.connections)
  const matched = useMemo(() => {
    if (!open) return []
    if (typed.trim() === '') return initialCommands<Answer>(commands, front)
    return answers<Answer>([...commands, ...found.filter(({ last }) => !last)], typed, front)
      .map(([group, members]) => [group, members.slice(0, MAX_OF_GROUP)] as const)
      .slice(0, MAX_GROUPS)
  }, [commands, found, front, open, typed])
  const servers = searched(connections)
  const further = found.filter(({ last }) => last)
  const more = typed.trim().length > 1 ? elsewhere(connections) : []
  const ends = [further, more].filter((end) => end.length > 0)
  const groups = [...matched, ...ends.map((end) => [end[0]?.group ?? '', end] as const)]
  // The best match is selected until the user moves the selection.
  const listed = groups.flatMap(([, members]) => members)
  const best = listed.find(({ disabled }) => !disabled)
  const selected = pointed.typed === typed ? pointed.to : (best?.id ?? '')
  const chosen = listed.find(({ id }) => id === selected)
  const bindable = chosen !== undefined && isBindable(chosen)
  const next = useRef<() => unknown>(undefined)
  const leave = (act: () => unknown): void => {
    next.current = act
    setTyped('')
    close()
  }
  const run = (answer: Answer): void => {
    if ('run' in answer && answer.stays) void answer.run()
    else leave(() => ('run' in answer ? answer.run() : runCommand(answer.id)))
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        setTyped('')
        usePalette.setState({ open: next })
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className={styles['overlay']} />
        <Dialog.Content
          className={styles['palette']}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            giveBack(event)
            // Run after closing, so that a command may move the focus and what it opens is not closed again.
            const act = next.current
            next.current = undefined
            if (act) requestAnimationFrame(() => void act())
          }}
        >
          <Dialog.Title className="visually-hidden">{t('app.palette.open')}</Dialog.Title>
          <Cmdk
            label={t('app.palette.open')}
            shouldFilter={false}
            loop
            value={selected}
            onValueChange={(to) => setPointed({ to, typed })}
          >
            <Cmdk.Input
              className={styles['input']}
              placeholder={t('app.palette.placeholder')}
              value={typed}
              onValueChange={setTyped}
              // Runs the selected entry, not the first one in the DOM at that moment: results arrive while
              // the user types.
              onKeyDown={(event) => {
                if (event.key === 'F1') {
                  // Carries the search text over.
                  event.preventDefault()
                  event.stopPropagation()
                  leave(() => openHelp(undefined, typed))
                  return
                }
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || !chosen || chosen.disabled)
                  return
                event.preventDefault()
                if (event.altKey && isBindable(chosen)) leave(() => changeKeys(chosen))
                else run(chosen)
              }}
              // A dialog opened for typing takes the focus.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
            />
            <Cmdk.List className={styles['list']} label={t('app.palette.results')}>
              {matched.length === 0 ? (
                // A list box needs an option, also where nothing is found.
                // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
                <div role="option" aria-selected={false} aria-disabled className={styles['empty']}>
                  {t('app.palette.empty')}{' '}
                  {servers.length > 0 ? t('app.palette.searched', { servers: showList(servers) }) : null}
                </div>
              ) : null}
              {groups.map(([group, members]) => (
                <Cmdk.Group key={group} heading={group} className={styles['group']}>
                  {members.map((command) => (
                    <Cmdk.Item
                      key={command.id}
                      value={command.id}
                      disabled={Boolean(command.disabled)}
                      onSelect={() => run(command)}
                      className={styles['item']}
                    >
                      <AnswerIcon answer={command} />
                      <span>{command.title}</span>
                      {command.more ? (
                        <Text tone="faint" small className={styles['more']}>
                          {command.more}
                        </Text>
                      ) : null}
                      {command.disabled ? (
                        <Text tone="faint" small>
                          {command.disabled}
                        </Text>
                      ) : null}
                      {'run' in command ? null : <Keys command={command} />}
                      {isBindable(command) ? (
                        // Pointer only: the keyboard has Alt+Enter, as the palette's footer says.
                        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
                        <span
                          aria-hidden
                          className={styles['rebind']}
                          title={t('app.palette.rebind')}
                          onClick={(event) => {
                            event.stopPropagation()
                            leave(() => changeKeys(command))
                          }}
                        >
                          <Keyboard size={14} />
                        </span>
                      ) : null}
                    </Cmdk.Item>
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
            <Stack
              as="footer"
              row
              gap={2}
              pad={[2, 4]}
              line="top"
              tone="quiet"
              small
              className={styles['foot']}
            >
              <kbd>Enter</kbd> {t('app.palette.run')}
              {bindable ? (
                <>
                  <kbd>{showKeys('Alt+Enter')}</kbd> {t('app.palette.rebind')}
                </>
              ) : null}
            </Stack>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ByBench = Readonly<Record<string, readonly FoundResult[]>>

interface Answered {
  /** The text that servers were asked for. */
  readonly wanted: string
  readonly results: readonly FoundResult[]
}

/** What was found for a text stays while more of it is typed, or some is taken back. */
const isOf = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one))

/** Debounce in milliseconds before servers are searched. */
const PAUSE_MS = 200

/**
 * Searches the contents of the benches. Local lists are re-read whenever the palette opens or a connection
 * becomes ready; servers are asked for the typed text. A bench that cannot answer is left out.
 */
function useFound(typed: string): readonly FoundResult[] {
  const [listed, setListed] = useState<ByBench>({})
  const [answered, setAnswered] = useState<Readonly<Record<string, Answered>>>({})
  const ready = useWorkbench(({ connections }) => connections.filter(({ state }) => state === 'ready').length)
  const wanted = typed.trim()
  const looking = wanted !== ''
  useEffect(() => {
    if (!looking) return undefined
    let here = true
    for (const { id, icon, search } of allBenches())
      void search?.()
        .then((searcher) => searcher())
        .catch((): readonly SearchResult[] => [])
        .then(
          (all) => here && setListed((before) => ({ ...before, [id]: all.map((one) => ({ icon, ...one })) })),
        )
    return () => {
      here = false
    }
  }, [looking, ready])
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      for (const { id, icon, searchServer } of wanted === '' ? [] : allBenches())
        void searchServer?.()
          .then((searcher) => searcher(wanted, stop.signal))
          .catch((): readonly SearchResult[] => [])
          .then(
            (results) =>
              stop.signal.aborted ||
              setAnswered((before) => ({
                ...before,
                [id]: { wanted, results: results.map((one) => ({ icon, ...one })) },
              })),
          )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [ready, wanted])
  const found = Object.values(answered).filter((one) => isOf(one.wanted, wanted))
  return [...Object.values(listed), ...found.map(({ results }) => results)].flat()
}
