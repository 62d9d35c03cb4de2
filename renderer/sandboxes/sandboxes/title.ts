import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { showTime, type Text, useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { useNameOf } from './sandbox-store.ts'

/** The image that runs: one that stands in is named first, and so is what it stands for. */
export const imageTitle = (t: Text, { image, standIn, sandboxId }: SandboxInfo): string =>
  standIn === undefined ? (image ?? sandboxId) : t('sandboxes.standIn', { used: standIn, image })

/** As much of its id as distinguishes a sandbox from others. */
export const shortSandboxId = ({ sandboxId }: SandboxInfo): string => sandboxId.slice(0, 12)

/** What becomes of a stopped sandbox's files, and until when, where its platform says so. */
export const stoppedHint = (t: Text, { autoDeleteTime }: SandboxInfo): string =>
  autoDeleteTime === undefined
    ? t('sandboxes.stopped.hint')
    : t('sandboxes.stopped.until', { time: showTime(Date.parse(autoDeleteTime), true) })

/** Why nothing can be asked of what runs in a sandbox; undefined where something can. */
export const asleepReason = (
  t: Text,
  { state, paused }: Pick<SandboxInfo, 'state' | 'paused'>,
): string | undefined =>
  paused ? t('sandboxes.resumeFirst') : state === 'running' ? undefined : t('sandboxes.notRunning')

/** Why a sandbox can be neither paused nor resumed; undefined where it can. A platform that could says whether it is paused. */
export const pauseOff = (
  t: Text,
  { state, paused }: Pick<SandboxInfo, 'state' | 'paused'>,
): string | undefined =>
  state !== 'running'
    ? t('sandboxes.notRunning')
    : paused === undefined
      ? t('sandboxes.pause.none')
      : undefined

interface SandboxTitle {
  /** What a person calls it, else what it runs. */
  readonly title: string
  /** What it runs, where the title does not say. */
  readonly image: string | undefined
  /** The platform's name, where there is more than one. */
  readonly platform: string | undefined
}

/** How a sandbox is named wherever it is shown. */
export function useTitle(sandbox: SandboxInfo): SandboxTitle {
  const t = useText()
  const name = useNameOf(placeOf(sandbox), sandbox)
  const platform = useWorkbench(({ connections }) => {
    const platforms = connections.filter(({ kind }) => kind === 'platform')
    return platforms.length > 1 ? platforms.find(({ id }) => id === sandbox.platform)?.name : undefined
  })
  const image = imageTitle(t, sandbox)
  return { title: name ?? image, image: name === undefined ? undefined : image, platform }
}
