import { z } from 'zod'
import { notBlank } from '#shared/sandbox/fields.ts'
import { commitRequest, imageName } from '#shared/sandbox/lifecycle.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import { loginOf } from '../lifecycle/sandbox-entry.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'

/** Saves sandboxes as images, and lists images. Imports are streamed and handled in image-upload.ts. */
export function imageOperations(platform: Platform): Operation[] {
  const { sandboxes, commits, images, imageFolder, imageImport, runtime } = platform
  return [
    operation({
      method: 'post',
      path: '/commit',
      summary: 'Save a sandbox as an image under a tag; ask GET /commit/{id} for its end',
      failure: 'commit sandbox failed',
      body: commitRequest,
      serve: ({ body }) =>
        commits.begin(body.sandbox_id, body.image_tag, loginOf(body.username, body.password)),
    }),
    operation({
      method: 'get',
      path: '/commit/{id}',
      summary: 'How far a commit is',
      failure: 'get commit status failed',
      serve: ({ params }) => commits.status(params['id'] ?? ''),
    }),
    operation({
      method: 'post',
      path: '/warmup/tasks',
      summary: 'Make sure an image is here before it is needed',
      failure: 'warmup failed',
      body: z.object({ image: imageName }),
      serve: async ({ body }) => {
        await images.resolve(body.image, { policy: 'missing' })
        return null
      },
    }),
    operation({
      method: 'get',
      path: '/images',
      summary: 'The images here, whether an engine can pull others, and whether archives can be imported',
      failure: 'list images failed',
      extension: true,
      serve: async () => ({
        images: await images.list(),
        pulls: runtime.engineImages !== undefined,
        imports: imageImport.isPossible,
      }),
    }),
    operation({
      method: 'post',
      path: '/images/delete',
      summary: 'Forget a committed or imported image',
      failure: 'delete image failed',
      extension: true,
      body: z.object({ reference: notBlank }),
      serve: async ({ body }) => {
        const inUse = sandboxes.all().flatMap((record) => record.source?.layers ?? [])
        if (!(await imageFolder.remove(body.reference, inUse))) {
          throw new PlainFailure(`image ${body.reference} is not one that was committed or imported here`)
        }
        return `${body.reference} deleted`
      },
    }),
  ]
}
