import { useCallback } from 'react'
import type { Features } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { useSandboxes } from './sandbox-store.ts'

/**
 * Why commands on a platform cannot be interrupted: platforms other than ours need a helper program for it.
 */
export const noInterrupt = (unsupported: UnsupportedFeature, platform: string): string | undefined =>
  unsupported('live', platform) && unsupported('execute', platform)

/** Returns why a platform's action is disabled; undefined if it is supported or unknown. */
export type UnsupportedFeature = (feature: keyof Features, platform: string) => string | undefined

export function useUnsupportedFeature(): UnsupportedFeature {
  const t = useText()
  const features = useSandboxes((state) => state.features)
  const connections = useWorkbench((state) => state.connections)
  return useCallback(
    (feature, platform) =>
      features[platform]?.[feature] === false
        ? t('sandboxes.missing', {
            platform: connections.find(({ id }) => id === platform)?.name ?? platform,
          })
        : undefined,
    [connections, features, t],
  )
}
