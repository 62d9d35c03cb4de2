import { Command as Cmdk } from 'cmdk'
import { Keyboard } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Found, allBenches } from './bench.ts'
import { useCommandList, type Command } from './commands.ts'
import { useText } from '../i18n/text.ts'
import { openWith } from './intents.ts'
import { keysOf, showKeys } from './keys.ts'
import { answers, MAX_OF_GROUP, unasked } from './palette-rank.ts'
import { openHelp } from './help-store.ts'
import { usePalette } from './palette-store.ts'
import styles from './palette.module.css'
import { useRoute } from './route.ts'
import { runCommand } from './run-command.ts'
import { useFocusBack } from '../ui/landmark.ts'
import { Text } from '../ui/text.tsx'
import { useWorkbench } from './workbench.ts'

type Answer =
  | (Command & { readonly more?: undefined })
  | (Found & Partial<Pick<Command, 'bench' | 'disabled' | 'hidden'>>)

/** Headings: who wants more types more. */
const MAX_GROUPS = 15

function close(): void {
  usePalette.setState({ open: false })
}

/** Whether keys can be given to it in the settings. */
const isBindable = (answer: Answer): answer is Command => !('run' in answer) && !answer.transient

/** Leads to the field in the settings where a command gets its keys. */
const changeKeys = ({ id, title }: Command) => openWith('settings.show', { search: title, command: id })

function Keys({ command }: { readonly command: Command }) {
  const keys = keysOf(command)
  return keys ? <kbd>{showKeys(keys)}</kbd> : null
}

/** Every command of every view, and what the benches hold, by name. */
export function Palette() {
  const t = useText()
  const open = usePalette((state) => state.open)
  const giveBack = useFocusBack(open)
  const all = useCommandList()
  // It does not list itself.
  const commands = useMemo(() => all.filter(({ id }) => !id.startsWith('app.palette')), [all])
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState({ to: '', typed: '' })
  const front = useRoute((state) => state.bench)
  const found = useFound(open ? typed : '')
  const groups = useMemo(() => {
    if (!open) return []
    if (typed.trim() === '') return unasked<Answer>(commands, front)
    return answers<Answer>([...commands, ...found], typed, front)
      .map(([group, members]) => [group, members.slice(0, MAX_OF_GROUP)] as const)
      .slice(0, MAX_GROUPS)
  }, [commands, found, front, open, typed])
  // The best answer is pointed at until the person points at another one.
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
  const run = (answer: Answer): void => leave(() => ('run' in answer ? answer.run() : runCommand(answer.id)))
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
            // Only then, so that a command may move the focus, and what it opens is not closed by that.
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
              // What is pointed at is run, not what the list has in its markup just then: answers arrive while somebody types.
              onKeyDown={(event) => {
                if (event.key === 'F1') {
                  // What was looked for here is looked for there.
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
              // A dialog that is opened to be typed into takes the focus.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
            />
            <Cmdk.List className={styles['list']}>
              <Cmdk.Empty className={styles['empty']}>{t('app.palette.empty')}</Cmdk.Empty>
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
                      <span>{command.title}</span>
                      {command.more ? (
                        <Text tone="faint" small>
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
                        // For the pointer alone: the keyboard has Alt+Enter, which the foot of the palette says.
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
            <footer className={styles['foot']}>
              <kbd>Enter</kbd> {t('app.palette.run')}
              {bindable ? (
                <>
                  <kbd>{showKeys('Alt+Enter')}</kbd> {t('app.palette.rebind')}
                </>
              ) : null}
            </footer>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ByBench = Readonly<Record<string, readonly Found[]>>

/** Milliseconds without a key after which servers are asked for what was typed. */
const PAUSE_MS = 200

/**
 * What the benches hold, once somebody looks for something. Lists are read again whenever the palette opens, or a connection becomes
 * ready meanwhile; servers are asked for what was typed. A bench that cannot be asked now has nothing to be found in.
 */
function useFound(typed: string): readonly Found[] {
  const [listed, setListed] = useState<ByBench>({})
  const [answered, setAnswered] = useState<ByBench>({})
  const ready = useWorkbench(({ connections }) => connections.filter(({ state }) => state === 'ready').length)
  const wanted = typed.trim()
  const looking = wanted !== ''
  useEffect(() => {
    if (!looking) return undefined
    let here = true
    for (const { id, search } of allBenches())
      void search?.()
        .then((searcher) => searcher())
        .catch((): readonly Found[] => [])
        .then((all) => here && setListed((before) => ({ ...before, [id]: all })))
    return () => {
      here = false
    }
  }, [looking, ready])
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      for (const { id, searchServer } of wanted === '' ? [] : allBenches())
        void searchServer?.()
          .then((searcher) => searcher(wanted, stop.signal))
          .catch((): readonly Found[] => [])
          .then((all) => stop.signal.aborted || setAnswered((before) => ({ ...before, [id]: all })))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [ready, wanted])
  return [...Object.values(listed), ...Object.values(answered)].flat()
}
