import { useEffect, useState } from 'react'
import type { SandboxImage, StartChoices } from '#shared/workbench/areas/sandboxes.ts'
import { showDay } from '../../i18n/moment.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

/** The image for this machine's own system. */
export const LOCAL_IMAGE = 'local'

/**
 * Default image of a platform: on ours this machine's own system, unless a container engine runs it, which
 * has none.
 */
export function firstImage(isOurs: boolean, choices?: StartChoices): string {
  const hasLocal = !choices?.pulls || choices.images.some(({ reference }) => reference === LOCAL_IMAGE)
  return isOurs && hasLocal ? LOCAL_IMAGE : 'python:3.11'
}

/** The image, or this machine's own system if the image is neither present nor can be pulled. */
export function imageHere(choices: StartChoices | undefined, image: string): string {
  if (!choices || choices.pulls || choices.images.length === 0) return image
  return choices.images.some(({ reference }) => reference === image) ? image : LOCAL_IMAGE
}

/** Milliseconds after which a platform that has not answered is asked again. */
const AGAIN_MS = 5000

interface Choices {
  /** Undefined until the platform answers. */
  readonly choices: StartChoices | undefined
  reload(): void
}

/** Returns the options for a start on a platform. */
export function useChoices(platform: string): Choices {
  const [read, setRead] = useState<{ readonly platform: string; readonly choices: StartChoices }>()
  const [round, setRound] = useState(0)
  const ready = useWorkbench(({ connections }) =>
    connections.some(({ id, state }) => id === platform && state === 'ready'),
  )
  useEffect(() => {
    if (!ready) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    workbench.call('sandboxes.choices', { platform }, { signal: abort.signal }).then(
      (choices) => setRead({ platform, choices }),
      () => {
        // A platform that is busy answers later.
        if (!abort.signal.aborted) timer = setTimeout(() => setRound((now) => now + 1), AGAIN_MS)
      },
    )
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [platform, ready, round])
  return {
    choices: read?.platform === platform ? read.choices : undefined,
    reload: () => setRound((now) => now + 1),
  }
}

/** Describes an image on one line: `This machine: Debian GNU/Linux 12, Python 3.11.2, Node 20.20.2`. */
export function describeImage(
  t: Text,
  { origin, system, versions = {}, needs, created }: SandboxImage,
): string {
  if (needs && needs.length > 0) return t('sandboxes.image.needs', { names: needs.join(', ') })
  const names: Readonly<Record<string, string>> = { python3: 'Python', node: 'Node', git: 'Git' }
  if (origin === 'machine') {
    const programs = Object.entries(versions)
      .filter(([name]) => name in names)
      .map(([name, version]) => `${names[name] ?? name} ${version}`)
    return t('sandboxes.image.machine', { what: [system, ...programs].filter(Boolean).join(', ') })
  }
  const known = origin === 'commit' || origin === 'import' || origin === 'engine' ? origin : 'other'
  const when = created === undefined ? '' : ` · ${showDay(created)}`
  return `${t(`sandboxes.image.${known}`)}${when}`
}

/** What a start with this image will run; undefined if the platform does not say. */
export function useStartPreview(choices: StartChoices | undefined, image: string) {
  const t = useText()
  if (!choices || choices.images.length === 0 || image === '') return {}
  const here = choices.images.find(({ reference }) => reference === image)
  if (here?.needs?.length) return { warning: describeImage(t, here) }
  if (here) return { hint: describeImage(t, here) }
  if (choices.pulls) return { hint: t('sandboxes.image.pulled') }
  const local = choices.images.find(({ origin }) => origin === 'machine')
  return { warning: t('sandboxes.image.standsIn', { image, system: local?.system }) }
}
