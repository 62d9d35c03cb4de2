import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { Platforms } from './platforms.ts'
import type { Uploads } from './uploads.ts'

type ImageCalls = Pick<AreaHandlers<'sandboxes'>, 'choices' | 'deleteImage' | 'beginImport' | 'endImport'>

/** What a start can choose from, and the images that are kept. Only platforms that say so have either. */
export function imageCalls(platforms: Platforms, uploads: Uploads): ImageCalls {
  return {
    choices: ({ platform }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        if (!(await client.capabilities(signal)).images) return { images: [], pulls: true, networks: [] }
        const [{ images, pulls = false }, networks] = await Promise.all([
          client.images.list({ signal }),
          client.images.networks({ signal }),
        ])
        return { images, pulls, networks: [...networks] }
      }),
    async deleteImage({ platform, reference }, { signal }) {
      await platforms.use(platform, signal, (client) => client.images.delete(reference, { signal }))
      return null
    },
    async beginImport({ platform, imageTag }) {
      return { upload: await uploads.begin({ platform, sandboxId: '', path: imageTag }) }
    },
    async endImport({ upload }, { signal, report }) {
      const { target, file } = await uploads.finished(upload)
      try {
        await platforms.use(target.platform, signal, (client) =>
          client.images.import(file, target.path, {
            signal,
            onProgress: ({ bytes }) => report({ sent: bytes }),
          }),
        )
        return null
      } finally {
        await uploads.drop(upload)
      }
    },
  }
}
