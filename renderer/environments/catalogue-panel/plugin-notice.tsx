import type { PluginProblem } from '#shared/gem/rest.ts'
import { useText } from '../../i18n/text.ts'
import { Notice } from '../../ui/notice.tsx'

/** Why a user's plugin could not be loaded: file, line and reason. */
export function PluginNotice({ problem: { file, line, reason, ids } }: { readonly problem: PluginProblem }) {
  const t = useText()
  const name = file.split(/[\\/]/).at(-1) ?? file
  return (
    <Notice tone="bad" role="status" title={file}>
      <strong>{line === undefined ? name : `${name}:${line}`}</strong> {reason}
      {ids ? <p>{t('environments.plugins.before')}</p> : null}
    </Notice>
  )
}
