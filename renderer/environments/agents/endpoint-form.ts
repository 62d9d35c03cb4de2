import type { ModelEndpoint } from '#shared/environments/agent.ts'
import { DEFAULT_INSTRUCTIONS } from '#shared/environments/agent-messages.ts'

/** An endpoint as it is being filled in. */
export interface EndpointForm {
  readonly name: string
  readonly url: string
  readonly model: string
  /** Where the key is. */
  readonly keyFrom: ModelEndpoint['key']
  /** A new key; empty: the one there is, if there is one, goes on being used. */
  readonly key: string
  /** The variable that holds the key. */
  readonly env: string
  /** Empty: the server's own. */
  readonly temperature: string
  readonly maxTokens: string
  readonly history: ModelEndpoint['history']
  readonly act: ModelEndpoint['act']
  readonly stream: boolean
  /** For a million tokens; empty: not known. */
  readonly promptPrice: string
  readonly completionPrice: string
  readonly instructions: string
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))
const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

/** The form of an endpoint that was kept, or an empty one. A key never comes back into it. */
export function formOf(kept: ModelEndpoint | undefined): EndpointForm {
  return {
    name: kept?.name ?? '',
    url: kept?.url ?? '',
    model: kept?.model ?? '',
    keyFrom: kept?.key ?? 'none',
    key: '',
    env: kept?.env ?? '',
    temperature: textOf(kept?.temperature),
    maxTokens: textOf(kept?.maxTokens),
    history: kept?.history ?? 'chat',
    act: kept?.act ?? 'text',
    stream: kept?.stream ?? true,
    promptPrice: textOf(kept?.prices?.prompt),
    completionPrice: textOf(kept?.prices?.completion),
    instructions: kept?.instructions ?? DEFAULT_INSTRUCTIONS,
  }
}

/** What is kept of a form: it says where the key is, never the key. */
export function endpointOf(form: EndpointForm, kept: ModelEndpoint | undefined): ModelEndpoint {
  const { name, url, model, keyFrom, env, history, act, stream, instructions } = form
  const [prompt, completion] = [numberOf(form.promptPrice), numberOf(form.completionPrice)]
  return {
    id: kept?.id ?? crypto.randomUUID().slice(0, 8),
    name: name.trim() === '' ? model : name.trim(),
    url,
    model,
    key: keyFrom,
    env: keyFrom === 'env' ? env.trim() : undefined,
    secret: keyFrom === 'secret' ? kept?.secret : undefined,
    temperature: numberOf(form.temperature),
    maxTokens: numberOf(form.maxTokens),
    history,
    act,
    stream,
    prices:
      prompt === undefined && completion === undefined
        ? undefined
        : { prompt: prompt ?? 0, completion: completion ?? 0 },
    instructions,
  }
}

/** Filled in with something that is no address of an endpoint. */
export const hasWrongUrl = ({ url }: EndpointForm): boolean => url !== '' && !/^https?:\/\/\S+$/.test(url)

/** Enough is filled in, and rightly, to be saved. */
export const isComplete = (form: EndpointForm): boolean =>
  form.url !== '' &&
  !hasWrongUrl(form) &&
  form.model.trim() !== '' &&
  (form.keyFrom !== 'env' || form.env.trim() !== '')
