import { z } from 'zod'
import { atLeast, filePath, notBlank, optional, text } from './fields.ts'

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
      /** Target of a symbolic link, and whether it is a folder. */
      target: z.string().optional(),
      to_folder: z.boolean().optional(),
    }),
  ),
})

/** Most bytes of a part. */
export const MAX_PART_BYTES = 8 * 1024 ** 2

/** Extension `/read_part`: fewer bytes only at the end of the file; a length of 0 only describes it. */
export const readPartQuery = z.object({
  sandbox_id: notBlank,
  path: filePath,
  offset: atLeast(0).default(0),
  length: atLeast(0).pipe(
    z.number().max(MAX_PART_BYTES, { error: `Input should be less than or equal to ${MAX_PART_BYTES}` }),
  ),
})
export const readPartAnswer = z.object({
  base64: z.string(),
  /** Of the whole file, in bytes; what the kernel makes up may be longer. */
  size: z.number(),
  /** Unix milliseconds. */
  modified: z.number(),
})
