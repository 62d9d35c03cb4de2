import type { ModelCall } from '#shared/environments/model-call.ts'
import { useText } from '../../i18n/text.ts'

/** Tokens and cost of a model call; nothing if the endpoint reports neither. */
export function ModelUsage({ call }: { readonly call: ModelCall }) {
  const t = useText()
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens, cost, currency = '' } = call
  if (promptTokens === undefined && completionTokens === undefined) return null
  const tokens = {
    prompt: promptTokens ?? 0,
    completion: completionTokens ?? 0,
    cached: cachedTokens ?? 0,
    reasoning: reasoningTokens ?? 0,
  }
  return (
    <>
      <span>{t('environments.model.tokens', tokens)}</span>{' '}
      {cost === undefined ? null : (
        <span>{t('environments.model.cost', { cost: cost.toPrecision(3), currency }).trim()}</span>
      )}
    </>
  )
}
