import { useCallback } from 'react'
import { hasRole, type Role } from '#shared/sandbox/own-key.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { Features } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { useKeyRefusal } from '../../app/key-role.ts'
import { connectionOf, useWorkbench } from '../../app/workbench.ts'
import { useShown } from '../sessions/shown.ts'
import { useSandboxes } from './sandbox-store.ts'

/** `change`: whatever else only a key that may do more than look can do, on every platform. */
type Feature = keyof Features | 'change'

/** What a key that may only look can use, too. */
const FOR_ALL_KEYS: ReadonlySet<Feature> = new Set<Feature>([
  'listing',
  'listsStopped',
  'statistics',
  'images',
  'ports',
  'usageHistory',
  'archives',
  'files',
])

/**
 * Why commands on a platform cannot be interrupted: platforms other than ours need a helper program for it.
 */
export const noInterrupt = (unsupported: UnsupportedFeature, platform: string): string | undefined =>
  unsupported('live', platform) && unsupported('execute', platform)

/** Why files cannot be read: by the platform itself, or by running programs. */
export const noFiles = (unsupported: UnsupportedFeature, platform: string): string | undefined =>
  unsupported('files', platform) && unsupported('execute', platform)

/**
 * Returns why a platform's action is disabled: the platform does not offer it, or the user's key does not allow it; undefined if it is
 * possible or unknown.
 */
export type UnsupportedFeature = (feature: Feature, platform: string) => string | undefined

export function useUnsupportedFeature(): UnsupportedFeature {
  const t = useText()
  const features = useSandboxes((state) => state.features)
  const connections = useWorkbench((state) => state.connections)
  const refused = useKeyRefusal()
  return useCallback(
    (feature, platform) =>
      feature !== 'change' && features[platform]?.[feature] === false
        ? t('sandboxes.missing', {
            platform: connections.find(({ id }) => id === platform)?.name ?? platform,
          })
        : FOR_ALL_KEYS.has(feature)
          ? undefined
          : refused(platform, feature === 'audit' ? 'admin' : 'user'),
    [connections, features, refused, t],
  )
}

/**
 * The platform that a dialog begins with: of the shown sandbox, otherwise the one in use, otherwise the first; but one that is ready, or will
 * be, and whose key has the role that is needed, if there is one.
 */
export function firstPlatform(
  platforms: readonly Pick<Connection, 'id' | 'state' | 'runtime' | 'key'>[],
  preferred: readonly (string | undefined)[],
  needs: Role,
): string | undefined {
  const inOrder = [...preferred.flatMap((id) => platforms.filter((one) => one.id === id)), ...platforms]
  const open = inOrder.filter(
    ({ runtime, key }) => runtime !== 'none' && (key === undefined || hasRole(key.role, needs)),
  )
  const best = open.find(({ state }) => state === 'ready') ?? open.find(({ state }) => state === 'starting')
  return (best ?? inOrder[0])?.id
}

/** {@link firstPlatform} among these platforms as things are now; all, to start a sandbox, if nothing is said. */
export function currentPlatform(
  platforms: readonly Connection[] = useWorkbench
    .getState()
    .connections.filter(({ kind }) => kind === 'platform'),
  needs: Role = 'user',
): string | undefined {
  const { place = '' } = useShown.getState()
  const shown = place.slice(0, place.lastIndexOf('/'))
  return firstPlatform(platforms, [shown, connectionOf('platform')?.id], needs)
}

/** Why no sandbox can be started anywhere; undefined if one can on some platform, or if there is none. */
export function useNoStart(): string | undefined {
  const unsupported = useUnsupportedFeature()
  const connections = useWorkbench((state) => state.connections)
  const reasons = connections.flatMap(({ id, kind }) =>
    kind === 'platform' ? [unsupported('change', id)] : [],
  )
  return reasons.includes(undefined) ? undefined : reasons[0]
}
