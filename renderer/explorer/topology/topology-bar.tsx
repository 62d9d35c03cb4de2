import { Boxes, Clock, Network, Trash2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { surfaces, useExplorer } from '../explorer-store.ts'
import { useStore } from 'zustand'
import { openEntities } from './open-entities.ts'
import { keptEntities, keptTopology, restoreTopology, type KeptTopology } from './restore-topology.ts'
import { clearTopology, loadWholeTopology } from './topology-calls.ts'
import styles from './topology.module.css'
import { useTopology } from './topology-store.ts'

/** Local date and time of an input as RFC 3339, and back. */
const toInstant = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString()
const toLocal = (instant: string | undefined): string => {
  if (instant === undefined) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function lastHours(hours: number): { from: string; to: string } {
  const now = Date.now()
  return { from: new Date(now - hours * 3_600_000).toISOString(), to: new Date(now).toISOString() }
}

/** What the runtime canvas is filled with: an entity set, everything, a time range. */
export function TopologyBar() {
  const t = useText()
  const model = useStore(surfaces.model, (state) => state.graph)
  const sets = model.nodes.filter((node) => node.kind === 'entity_set')
  const limit = useTopology((state) => state.limit)
  return (
    <>
      <Select
        aria-label={t('explorer.topology.open')}
        value=""
        onChange={(event) => {
          const set = sets.find(({ key }) => key === event.target.value)
          if (set) openEntities(set)
        }}
      >
        <option value="">{t('explorer.topology.open')}</option>
        {sets.map((set) => (
          <option key={set.key} value={set.key}>
            {set.name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('explorer.topology.limit')}
        value={limit}
        onChange={(event) => useTopology.setState({ limit: Number(event.target.value) })}
      >
        {[100, 500, 2000, 10_000, 100_000].map((value) => (
          <option key={value} value={value}>
            {t('explorer.topology.atMost', { count: value })}
          </option>
        ))}
      </Select>
      <Button onClick={() => void loadWholeTopology()}>
        <Network size={14} aria-hidden /> {t('explorer.topology.all')}
      </Button>
      <TimeRange />
      <IconButton label={t('explorer.topology.clear')} icon={Trash2} onClick={clearTopology} />
    </>
  )
}

function TimeRange() {
  const t = useText()
  const range = useTopology((state) => state.timeRange)
  const [from, setFrom] = useState(toLocal(range?.from))
  const [to, setTo] = useState(toLocal(range?.to))
  const apply = (start: string, end: string): void => {
    const [a, b] = [toInstant(start), toInstant(end)]
    useTopology.setState({
      timeRange:
        a === undefined && b === undefined
          ? undefined
          : { ...(a ? { from: a } : {}), ...(b ? { to: b } : {}) },
    })
  }
  const last = (hours: number): void => {
    const range = lastHours(hours)
    setFrom(toLocal(range.from))
    setTo(toLocal(range.to))
    useTopology.setState({ timeRange: range })
  }
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button aria-pressed={range !== undefined}>
          <Clock size={14} aria-hidden /> {t(range ? 'explorer.time.some' : 'explorer.time.any')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles['popover']} sideOffset={4} aria-label={t('explorer.time')}>
          <Field label={t('explorer.time.from')}>
            <Input
              type="datetime-local"
              value={from}
              onChange={(event) => {
                setFrom(event.target.value)
                apply(event.target.value, to)
              }}
            />
          </Field>
          <Field label={t('explorer.time.to')}>
            <Input
              type="datetime-local"
              value={to}
              onChange={(event) => {
                setTo(event.target.value)
                apply(from, event.target.value)
              }}
            />
          </Field>
          <p>
            {[1, 24, 168].map((hours) => (
              <Button key={hours} onClick={() => last(hours)}>
                {t('explorer.time.last', { hours })}
              </Button>
            ))}
            <Button
              onClick={() => {
                setFrom('')
                setTo('')
                apply('', '')
              }}
            >
              {t('explorer.time.any')}
            </Button>
          </p>
          <small>{t('explorer.time.hint')}</small>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** What the runtime canvas shows before anything is on it. */
export function TopologyStart() {
  const t = useText()
  const loaded = useExplorer((state) => state.loaded)
  const [kept, setKept] = useState<KeptTopology>()
  useEffect(() => {
    if (!loaded) return
    let current = true
    keptTopology().then(
      (look) => current && setKept(look),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [loaded])
  return (
    <div className={styles['start']}>
      <Boxes size={28} aria-hidden />
      <h2>{t('explorer.topology.empty')}</h2>
      <p>{t('explorer.topology.emptyHint')}</p>
      <Button tone="primary" onClick={() => void loadWholeTopology()}>
        {t('explorer.topology.all')}
      </Button>
      {kept ? (
        <Button onClick={() => void restoreTopology(kept)}>
          {t('explorer.topology.restore', { count: keptEntities(kept).length })}
        </Button>
      ) : null}
    </div>
  )
}
