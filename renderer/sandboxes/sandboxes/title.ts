import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { showTime } from '../../i18n/moment.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { useNameOf } from './sandbox-store.ts'

/** Name of the running image: a substitute is named together with the image it replaces. */
export const imageTitle = (t: Text, { image, standIn, sandboxId }: SandboxInfo): string =>
  standIn === undefined ? (image ?? sandboxId) : t('sandboxes.standIn', { used: standIn, image })

/** An abbreviated but distinguishing id. */
export const shortSandboxId = ({ sandboxId }: SandboxInfo): string => sandboxId.slice(0, 12)

/** Whether it is a Pod of a cluster, whose files go with it when it is stopped. */
export const isPod = ({ runtime }: Pick<SandboxInfo, 'runtime'>): boolean => runtime === 'kubernetes'

/** What happens to a stopped sandbox's files and when, if the platform says so. */
export const stoppedHint = (t: Text, sandbox: SandboxInfo): string =>
  isPod(sandbox)
    ? t('sandboxes.stopped.pod')
    : sandbox.autoDeleteTime === undefined
      ? t('sandboxes.stopped.hint')
      : t('sandboxes.stopped.until', { time: showTime(Date.parse(sandbox.autoDeleteTime)) })

/** Why a stopped sandbox cannot be started again; undefined if it can, or if that is unknown. */
export const restartOff = (t: Text, sandbox: Pick<SandboxInfo, 'runtime'>): string | undefined =>
  isPod(sandbox) ? t('sandboxes.stopped.pod') : undefined

/** Why a sandbox's processes cannot be queried; undefined if they can. */
export const asleepReason = (
  t: Text,
  { state, paused }: Pick<SandboxInfo, 'state' | 'paused'>,
): string | undefined =>
  paused ? t('sandboxes.resumeFirst') : state === 'running' ? undefined : t('sandboxes.notRunning')

/**
 * Why a sandbox cannot be paused or resumed; undefined if it can. A platform that supports it reports whether
 * it is paused.
 */
export const pauseOff = (
  t: Text,
  { state, paused, ...sandbox }: Pick<SandboxInfo, 'state' | 'paused' | 'runtime'>,
): string | undefined =>
  state !== 'running'
    ? t('sandboxes.notRunning')
    : paused !== undefined
      ? undefined
      : t(isPod(sandbox) ? 'sandboxes.pause.pod' : 'sandboxes.pause.none')

type Savable = Pick<SandboxInfo, 'commits' | 'runtime'>

/** Why a sandbox cannot be saved as an image; undefined if it can, or if that is unknown. */
export const commitOff = (t: Text, { commits, runtime }: Savable): string | undefined =>
  commits !== 'none'
    ? undefined
    : runtime === 'kubernetes'
      ? t('sandboxes.commit.noRegistry')
      : runtime === 'process'
        ? t('sandboxes.commit.notIsolated')
        : t('sandboxes.commit.none')

/** Why a sandbox cannot be saved in a registry; undefined if it can, or if that is unknown. */
export const pushOff = (t: Text, { pushes }: Pick<SandboxInfo, 'pushes'>): string | undefined =>
  pushes === 'none' ? t('sandboxes.push.none') : pushes === 'admins' ? t('sandboxes.push.admins') : undefined

/** Why a sandbox cannot be copied, which takes an image of a name that we choose. */
export const forkOff = (t: Text, sandbox: Savable): string | undefined =>
  sandbox.commits === 'registry' ? t('sandboxes.fork.registry') : commitOff(t, sandbox)

interface SandboxTitle {
  /** The user's name for it, otherwise its image. */
  readonly title: string
  /** The image, if not in the title. */
  readonly image: string | undefined
  /** The platform's name, if there are several. */
  readonly platform: string | undefined
}

/** Returns how a sandbox is named everywhere. */
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
