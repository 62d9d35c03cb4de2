import { z } from 'zod'
import { filePath, notBlank, optional, text } from './fields.ts'

/** Requests to transfer files (docs/sandbox-platform.md#files). */
export const readFileRequest = z.object({
  sandbox_id: notBlank,
  path: filePath,
  encoding: optional(text),
  errors: optional(text),
})
export type ReadFileRequest = z.infer<typeof readFileRequest>

export const writeFileRequest = z.object({ sandbox_id: notBlank, path: filePath, content: text })

/** Text fields of an upload; the file itself is the field `file`. */
export const uploadFields = z.object({ sandbox_id: notBlank, target_path: filePath })

/** Extension `/list_folder`. */
export const listFolderQuery = z.object({ sandbox_id: notBlank, path: filePath })
export const listFolderAnswer = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['file', 'directory', 'link', 'other']),
      /** Bytes. */
      size: z.number(),
      /** ISO 8601. */
      modified: z.string(),
      /** Octal permission bits: `644`. */
      mode: z.string(),
      owner: z.string(),
      /** Target of a symbolic link. */
      target: z.string().optional(),
    }),
  ),
})
