import { type Finding, check } from './check.ts'
import { MODEL_CASES, ModelServer } from './model-cases.ts'
import { PLATFORM_CASES, PlatformServer, STATUS_OF_NONE } from './platform-cases.ts'

/** What is found at an address, whichever of the two answers there. @throws when neither does, or it wants a token */
export async function findingsAt(
  url: string,
  headers: Readonly<Record<string, string>>,
  image: string,
): Promise<{ readonly title: string; readonly findings: readonly Finding[] }> {
  const model = new ModelServer(url, headers)
  const isModel = await model.send('ping').then(
    (answer) => 'result' in answer || 'error' in answer,
    () => false,
  )
  if (isModel) {
    return { title: `Graph-model service at ${url}`, findings: await check(model, MODEL_CASES) }
  }
  const platform = new PlatformServer(url, headers, image)
  const answered = await platform.call(STATUS_OF_NONE).catch(() => undefined)
  if (answered?.status === 401 || answered?.status === 403) {
    throw new Error(
      `${url} wants another token (HTTP ${answered.status}); give it with --token or ORRERY_CHECK_TOKEN`,
    )
  }
  if (answered?.answer['status'] !== 'Failed') {
    throw new Error(`neither a graph-model service nor a sandbox platform answers at ${url}`)
  }
  return { title: `Sandbox platform at ${url}`, findings: await check(platform, PLATFORM_CASES) }
}
