import { useEffect, useState } from 'react'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { SandboxInfo, UsageSample } from '#shared/workbench/areas/sandboxes.ts'
import { workbench } from '../../app/workbench.ts'
import { showTime, useText } from '../../i18n/text.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useSandboxes } from './sandbox-store.ts'
import { showSize } from './show-size.ts'
import styles from './overview.module.css'

/** Milliseconds between two looks; the platform takes a sample every ten seconds. */
const LOOK_EVERY_MS = 10_000

/** The bytes that came and went from sample to sample. */
const traffic = (samples: readonly UsageSample[]): (number | undefined)[] =>
  samples.map(({ net }, index) => {
    const before = samples[index - 1]?.net
    return net === undefined || before === undefined ? undefined : Math.max(0, net - before)
  })

const percent = (value: number): string => `${value.toFixed(0)} %`

/** What a sandbox used in the last quarter of an hour, and when it ran into a limit. */
export function Usage({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const { platform, sandboxId, isAlive } = sandbox
  const [samples, setSamples] = useState<readonly UsageSample[]>()
  const isKept = useSandboxes((state) => state.features[platform]?.usageHistory === true)
  const watched = isAlive && isKept
  const place = placeOf(sandbox)
  useEffect(() => {
    if (!watched) return undefined
    const abort = new AbortController()
    const look = (): void => {
      if (document.hidden) return
      const call = workbench.call('sandboxes.usageHistory', { platform, sandboxId }, { signal: abort.signal })
      call.then(setSamples, () => undefined)
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [platform, place, sandboxId, watched])
  if (!watched || !samples) return null
  const killed = samples.map(({ outOfMemory }) => outOfMemory > 0)
  const counted = samples.map(({ processes }) => processes)
  const moved = traffic(samples)
  const lines = [
    { name: 'cpu', values: samples.map(({ cpu }) => cpu), top: 100, show: percent },
    { name: 'memory', values: samples.map(({ memory }) => memory), top: 100, show: percent, events: killed },
    { name: 'disk', values: samples.map(({ disk }) => disk), top: 100, show: percent },
    { name: 'processes', values: counted, show: String },
    { name: 'net', values: moved, show: showSize },
  ] as const
  const last = samples.findLast(({ outOfMemory }) => outOfMemory > 0)
  return (
    <section>
      <h3>{t('sandboxes.usage')}</h3>
      <dl className={styles['usage']}>
        {lines.map(({ name, values, show, ...more }) => {
          const now = values.findLast((value) => value !== undefined)
          const most = Math.max(...values.map((value) => value ?? 0))
          if (now === undefined) return null
          const label = t(`sandboxes.usage.${name}`)
          return (
            <Stack row gap={2} key={name}>
              <dt>{label}</dt>
              <dd>
                <Sparkline
                  label={t('sandboxes.usage.line', { name: label, now: show(now), most: show(most) })}
                  values={values}
                  top={'top' in more ? more.top : undefined}
                  events={'events' in more ? more.events : undefined}
                />
              </dd>
              <dd>{show(now)}</dd>
            </Stack>
          )
        })}
      </dl>
      {last ? (
        <Text as="p" tone="bad" small>
          {t('sandboxes.usage.killed', { time: showTime(Date.parse(last.time)) })}
        </Text>
      ) : null}
    </section>
  )
}
