import { useEffect, useId, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { Input } from '../../ui/field.tsx'
import { viewCommands } from '../view/commands-on-view.ts'
import { useSurface } from '../view/surface-context.ts'
import { kindName } from '../view/words.ts'
import { goToHit } from './go-to-hit.ts'
import type { Hit } from './search-nodes.ts'
import { type Asked, useSearch } from './use-search.ts'
import styles from './search.module.css'

/** Search as you type, in all that is known of model and topology: jumps to what was found, or makes the text a filter. */
export function Search() {
  const t = useText()
  const id = useId()
  const surface = useSurface()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  /** Enter was pressed before it was known what there is. */
  const [hasty, setHasty] = useState(false)
  const { hits, found, asked, busy, ask } = useSearch(query, open || hasty)
  const isWaiting = asked !== undefined && !asked.nodes && !asked.failure
  /** Below what was found stands the question to the server, until it was asked. */
  const last = asked ? hits.length - 1 : hits.length

  const jump = (hit: Hit, withNeighbours: boolean): void => {
    setOpen(false)
    void goToHit(hit.node, withNeighbours)
  }
  const take = (index: number, withNeighbours = false): void => {
    const hit = hits[index]
    if (hit) jump(hit, withNeighbours)
    else if (!asked) ask()
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setPlace(Math.max(0, Math.min(place + 1, last)))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0))
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter') {
      if (event.altKey) {
        if (query.trim() !== '')
          viewCommands(surface).addFilter({ by: 'text', value: query.trim(), exclude: false })
        setOpen(false)
      } else if (busy) setHasty(true)
      else if (query.trim() !== '') take(place, event.shiftKey)
    } else return
    event.preventDefault()
  }
  useEffect(() => {
    if (!hasty || busy) return
    setHasty(false)
    if (hits[0]) jump(hits[0], false)
  }, [hasty, busy, hits]) // oxlint-disable-line react/exhaustive-deps -- `jump` is another in every rendering
  const showList = open && query.trim() !== '' && (found !== undefined || busy)
  return (
    <div
      className={styles['search']}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Input
        data-explorer-search
        role="combobox"
        aria-label={t('explorer.search')}
        placeholder={t('explorer.search.placeholder')}
        aria-expanded={showList}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={showList && place <= last ? `${id}-${place}` : undefined}
        value={query}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setQuery(event.target.value)
          setPlace(0)
          setOpen(true)
          setHasty(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['list']} hidden={!showList}>
        <div id={`${id}-list`} role="listbox" aria-label={t('explorer.search.results')}>
          {hits.map((hit, index) => (
            <Option
              key={hit.node.key}
              id={`${id}-${index}`}
              selected={index === place}
              onTake={(withNeighbours) => take(index, withNeighbours)}
            >
              <HitLine hit={hit} />
            </Option>
          ))}
          {asked ? null : (
            <Option id={`${id}-${hits.length}`} selected={place === hits.length} onTake={ask}>
              <span>{t('explorer.search.ask', { text: query.trim() })}</span>
            </Option>
          )}
        </div>
        <p role="status">
          {busy || isWaiting
            ? t('explorer.search.busy')
            : hits.length === 0
              ? emptyText(t, asked)
              : [
                  t('explorer.search.hint', { shown: found?.hits.length ?? 0, total: found?.total ?? 0 }),
                  asked?.failure?.message,
                ]
                  .filter(Boolean)
                  .join(' · ')}
        </p>
      </div>
    </div>
  )
}

/** Why nothing is listed: of what the page knows, or of what the server knows, too. */
function emptyText(t: ReturnType<typeof useText>, asked: Asked | undefined): string {
  if (asked?.failure) return asked.failure.message
  return t(asked ? 'explorer.search.noneAnywhere' : 'explorer.search.none')
}

interface OptionProps {
  readonly id: string
  readonly selected: boolean
  onTake(withNeighbours: boolean): void
  readonly children: React.ReactNode
}

function Option({ id, selected, onTake, children }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      onPointerDown={(event) => {
        event.preventDefault()
        onTake(event.shiftKey)
      }}
    >
      {children}
    </div>
  )
}

/** What was found, of what kind it is, and where the text stands, when that is not in its name. */
function HitLine({ hit: { node, mention } }: { readonly hit: Hit }) {
  const t = useText()
  const what = node.kind === node.group ? node.kind : `${kindName(node.kind)} · ${node.domain}`
  return (
    <>
      <KindIcon kind={node.kind} />
      <span>{node.label}</span>
      <small>
        {mention ? `${t(`explorer.search.in.${mention.in}`, { text: mention.text })} · ${what}` : what}
      </small>
    </>
  )
}
