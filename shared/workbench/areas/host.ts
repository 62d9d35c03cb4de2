import { z } from 'zod'
import { event, procedure } from '../procedure.ts'
import { messageRefSchema } from '../sentences/message-ref.ts'

/** Capabilities of the host. The page does not guess: what is `false` here is disabled with a reason. */
const capabilitiesSchema = z.object({
  /** `desktop` is Electron, `web` the loopback web host. */
  host: z.enum(['desktop', 'web']),
  platform: z.string(),
  version: z.string(),
  /** Native menus, so that the page draws none. */
  nativeMenu: z.boolean(),
  /** The system's open and save dialogs; otherwise the page uploads and downloads. */
  fileDialogs: z.boolean(),
  /** The page may pass `/download/<ticket>` to the browser's own downloads; otherwise it writes the file itself. */
  downloads: z.boolean(),
  /**
   * Request bodies to `/upload/<upload>` are streamed; otherwise each request is buffered, so that a large
   * file needs several.
   */
  streamedUploads: z.boolean(),
  /** The app can open more windows. */
  windows: z.boolean(),
  /** Whether the operating system stores secrets encrypted. */
  secrets: z.enum(['encrypted', 'plain', 'none']),
  /** Orrery's data folder. */
  dataFolder: z.string(),
  /** Settings given on the command line, by dotted name; they override stored ones. */
  givenSettings: z.record(z.string(), z.string()).optional(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

const NOTICE_CODES = [
  'documentSetAside',
  'logDamaged',
  'serverProblem',
  'connectionsFileBroken',
  'connectionRefused',
  'updateAvailable',
  'updateFeedUnreadable',
] as const

const noticeSchema = z.object({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  /** Key of the translated texts: `app.notice.<code>` and `app.notice.<code>.hint`. */
  code: z.enum(NOTICE_CODES),
  /** Values for the texts: paths, reasons, versions. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Reference to the sentence in `params.reason`, if it is one of ours. */
  because: messageRefSchema.optional(),
})
/** A message for the user that belongs to no single view, for example about a settings file that was renamed. */
export type Notice = z.infer<typeof noticeSchema>

export const host = {
  capabilities: procedure({ input: z.object({}), output: capabilitiesSchema }),
  notices: procedure({ input: z.object({}), output: z.array(noticeSchema) }),
  dismissNotice: procedure({ input: z.object({ id: z.string() }), output: z.null() }),
  /** Opens an http(s) or mailto address outside Orrery. Refuses other schemes. */
  openExternal: procedure({ input: z.object({ url: z.url() }), output: z.null() }),
  /** Opens another window on a bench. Only if `windows` is true; otherwise the page opens a browser tab. */
  openWindow: procedure({
    input: z.object({
      bench: z
        .string()
        .regex(/^[a-z]{1,40}$/)
        .optional(),
    }),
    output: z.null(),
  }),
  notice: event(noticeSchema),
  /** A menu item, shortcut or deep link of the host requests a command of the page. */
  command: event(z.object({ id: z.string(), argument: z.string().optional() })),
}
