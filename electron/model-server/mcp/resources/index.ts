import { RPC, RpcError } from '../rpc.ts'
import { type Service, WORKSPACE_ID } from '../service.ts'
import { toonOf } from '../toon.ts'
import { MIME_TYPE, RESOURCES, resourceUri, resourcesOf } from './catalogue.ts'
import { contentOf } from './contents.ts'

export function listResources(workspace: string): object {
  return { resources: resourcesOf(workspace) }
}

export function listTemplates(service: Service): object {
  return {
    resourceTemplates: RESOURCES.map(({ name, title, description }) => ({
      name,
      title,
      uriTemplate: `model://workspace/{workspace}/${name}`,
      description,
      mimeType: MIME_TYPE,
      _meta: { defaultWorkspace: service.defaultWorkspace },
    })),
  }
}

const URI = /^model:\/\/workspace\/([^/]+)\/([^/]+)$/

/**
 * Reads a resource by its URI or by its bare name. A URI may name any workspace unless the request names another one.
 *
 * @throws RpcError −32002 when there is no such resource
 */
export async function readResource(
  service: Service,
  given: string | undefined,
  uri: string,
  signal?: AbortSignal,
): Promise<object> {
  const [, named, path] = URI.exec(uri) ?? []
  const workspace = named ?? given ?? service.defaultWorkspace
  const resource = RESOURCES.find(({ name }) => name === (path ?? uri))
  if (!resource || !WORKSPACE_ID.test(workspace) || (given !== undefined && given !== workspace)) {
    throw new RpcError(
      RPC.resourceNotFound,
      `${uri}; this workspace has ${RESOURCES.map(({ name }) => resourceUri(given ?? service.defaultWorkspace, name)).join(', ')}`,
    )
  }
  const { text } = await toonOf(await contentOf(service, workspace, resource.name, signal))
  return {
    contents: [
      {
        uri: resourceUri(workspace, resource.name),
        mimeType: MIME_TYPE,
        text,
        _meta: { sourceMimeType: 'application/json', format: 'toon' },
      },
    ],
  }
}
