import { DEFAULT_INSTRUCTIONS } from './agent-messages.ts'
import type { AgentEndpoint } from '#shared/documents/environments.ts'
import { KEY_NAME } from './endpoint-store.ts'

/** An endpoint as it is being filled in. */
export interface EndpointForm {
  readonly url: string
  readonly model: string
  /** A new key; empty: the kept one, if there is one, goes on being used. */
  readonly key: string
  /** Empty: the server's own. */
  readonly temperature: string
  readonly instructions: string
}

/** The form of an endpoint that was kept, or an empty one. A kept key never comes back into it. */
export function formOf(kept: AgentEndpoint | undefined): EndpointForm {
  return {
    url: kept?.url ?? '',
    model: kept?.model ?? '',
    key: '',
    temperature: kept?.temperature === undefined ? '' : String(kept.temperature),
    instructions: kept?.instructions ?? DEFAULT_INSTRUCTIONS,
  }
}

/** What is kept of a form: it names the key, which lies with the secrets. */
export function endpointOf(form: EndpointForm, kept: AgentEndpoint | undefined): AgentEndpoint {
  const { url, model, key, temperature, instructions } = form
  return {
    version: 1,
    url,
    model,
    instructions,
    ...(key !== '' || kept?.secret !== undefined ? { secret: KEY_NAME } : {}),
    ...(temperature.trim() === '' ? {} : { temperature: Number(temperature) }),
  }
}

/** Filled in with something that is no address of an endpoint. */
export const hasWrongUrl = ({ url }: EndpointForm): boolean => url !== '' && !/^https?:\/\/\S+$/.test(url)

/** Enough is filled in, and rightly, to be saved. */
export const isComplete = (form: EndpointForm): boolean =>
  form.url !== '' && !hasWrongUrl(form) && form.model.trim() !== ''
